/** What the page shows of a conversation, from top to bottom. */
export type Entry = UserEntry | AssistantEntry | ToolEntry | NoticeEntry;

export interface UserEntry {
  readonly kind: "user";
  readonly key: string;
  readonly text: string;
}

export interface AssistantEntry {
  readonly kind: "assistant";
  readonly key: string;
  readonly text: string;
  readonly thinking: string;
  /** More text may come. */
  readonly open: boolean;
}

export interface ToolEntry {
  readonly kind: "tool";
  /** The call's id. */
  readonly key: string;
  readonly name: string;
  readonly args: unknown;
  /** `called`: not started yet, its arguments may still be arriving. */
  readonly status: "called" | "running" | "success" | "error";
  /** When it started, in milliseconds since the run began. */
  readonly startedAt: number | undefined;
  readonly durationMs: number | undefined;
  readonly content: string;
  readonly progress: string;
  readonly approval: Approval | undefined;
}

export interface Approval {
  readonly id: string;
  /** `asked`: nobody has clicked; `allowed` and `refused`: clicked here or decided elsewhere. */
  readonly answer: "asked" | "allowed" | "refused";
  /** The gateway has confirmed the answer. */
  readonly settled: boolean;
  /** Why the answer could not be handed over. */
  readonly problem: string;
}

export interface NoticeEntry {
  readonly kind: "notice";
  readonly key: string;
  readonly tone: "info" | "error";
  readonly text: string;
}

export function newToolEntry(call: { id: string; name: string; args?: unknown }): ToolEntry {
  return {
    kind: "tool",
    key: call.id,
    name: call.name,
    args: call.args,
    status: "called",
    startedAt: undefined,
    durationMs: undefined,
    content: "",
    progress: "",
    approval: undefined,
  };
}
