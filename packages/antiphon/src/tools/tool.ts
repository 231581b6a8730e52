import type { BaseMessage } from "@langchain/core/messages";
import type { Failure } from "./tool-failure.ts";

/**
 * LangChain's own form of a tool. Anything made with `tool()`, `DynamicStructuredTool` or `loadMcpTools`
 * is one; so is a plain object with these four members.
 */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** zod 3, zod 4 or a JSON Schema object. */
  readonly schema: unknown;
  readonly lc_name?: unknown;
  readonly metadata?: Record<string, unknown> | undefined;
  // Each tool narrows its own arguments; `ToolInvocation` is what the executor passes as config.
  // oxlint-disable-next-line typescript/no-explicit-any
  invoke(args: any, config?: any): unknown;
}

/** A call as a model asks for it. `args` is raw text when it could not be read as a JSON object. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly args: Record<string, unknown> | string | null | undefined;
  /** Decided before execution: the call must not run, and this is its answer. */
  readonly failure?: Failure | undefined;
}

/** What a tool gets as its second argument, in LangChain's config. */
export interface ToolInvocation {
  /** Fires at the deadline and when the run is cancelled. */
  readonly signal: AbortSignal;
  /**
   * The call in LangChain's form. Its `id` makes LangChain tools that answer with content and artifact keep
   * the artifact. LangChain tools that answer with content alone do not get it: with it they write their
   * result as text by themselves, as `[object Object]` at worst. `toolCallId` is always there.
   */
  readonly toolCall: { type: "tool_call"; id?: string; name: string; args: Record<string, unknown> };
  readonly toolCallId: string;
  /** The value the caller passed to `run`, `stream`, `invoke` or `execute`. */
  readonly context: unknown;
  /** The conversation so far, the message with this call included. */
  readonly messages: readonly BaseMessage[];
  /** Reports progress; shown as `tool-progress` events. */
  readonly onProgress: (progress: ToolProgress) => void;
}

export interface ToolProgress {
  readonly progress?: number;
  readonly total?: number;
  readonly message?: string;
}

/** How calls of one tool are treated. Each field not set is derived from the tool's MCP annotations. */
export interface ToolPolicy {
  /** @default the executor's `timeoutMs` */
  timeoutMs?: number;
  /**
   * Calls of sequential tools never overlap, with each other or with themselves.
   * @default false
   */
  sequential?: boolean;
  /**
   * A successful result answers the same call (name and arguments) for this long.
   * @default 0, no cache
   */
  cacheMs?: number;
  /**
   * Safe to repeat: network failures are retried within the deadline.
   * @default `idempotentHint` or `readOnlyHint`
   */
  idempotent?: boolean;
  /**
   * `approve` is asked before the call. Set by hand, a call without an approver is refused.
   * @default `destructiveHint`, when an approver is there
   */
  approval?: boolean;
  /**
   * After so many failures in a row calls fail at once, until `resetMs` has passed.
   * @default none
   */
  circuitBreaker?: { failures: number; resetMs: number };
}

/** The mark in `metadata` by which MCP tools are known. */
export interface McpMark {
  readonly server: string;
}

export function mcpMark(tool: Tool): McpMark | undefined {
  const mark = tool.metadata?.["mcp"];
  return isRecord(mark) && typeof mark["server"] === "string" ? { server: mark["server"] } : undefined;
}

/** Policy of a tool: what was set by hand, then what its MCP annotations say. */
export function policyOf(tool: Tool, own: ToolPolicy | undefined): ToolPolicy {
  const annotations = tool.metadata?.["annotations"];
  if (!isRecord(annotations)) return own ?? {};
  const readOnly = annotations["readOnlyHint"] === true;
  return {
    idempotent: readOnly || annotations["idempotentHint"] === true,
    ...own,
  };
}

/** Only an explicit hint counts: MCP's default of "destructive" would ask about every unannotated tool. */
export function isMarkedDestructive(tool: Tool): boolean {
  const annotations = tool.metadata?.["annotations"];
  return (
    isRecord(annotations) && annotations["destructiveHint"] === true && annotations["readOnlyHint"] !== true
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
