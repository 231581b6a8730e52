/**
 * `failed`: the attempts to connect are used up; `connect()` tries again.
 * `reconnecting`: the connection stood, and comes back by itself.
 */
export type McpServerState = "idle" | "connecting" | "ready" | "reconnecting" | "failed" | "closed";

/** How it stands with one server. */
export interface McpServerStatus {
  readonly name: string;
  readonly type: "stdio" | "http";
  readonly state: McpServerState;
  /** How many tools it offers. */
  readonly tools: number;
  /** Attempts made in the current or last round of connecting. */
  readonly attempts: number;
  /** Why it is not ready, or why it last was not. */
  readonly error: string | undefined;
  /** The last things it said on stderr, secrets replaced. */
  readonly stderr: string;
  /** Lines on stdout that were not JSON-RPC. */
  readonly noise: number;
  readonly pid: number | undefined;
}
