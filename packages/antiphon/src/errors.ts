import type { BaseMessage } from "@langchain/core/messages";

/** A tool was refused when it was added: it cannot be offered to a model as it is. */
export class ToolDefinitionError extends Error {
  override name = "ToolDefinitionError";
  readonly tool: string;
  readonly missing: string;

  constructor(tool: string, missing: string) {
    super(`Tool "${tool}" cannot be added: it has no ${missing}.`);
    this.tool = tool;
    this.missing = missing;
  }
}

export type ModelErrorKind =
  | "authentication"
  | "model-not-found"
  | "rate-limit"
  | "unreachable"
  | "bad-response"
  | "bad-request"
  | "timeout"
  | "unavailable"
  | "other";

export interface ModelErrorFacts {
  kind?: ModelErrorKind;
  /** HTTP status, when there was one. */
  status?: number | undefined;
  /** How long the provider asks us to wait. */
  retryAfterMs?: number | undefined;
  /** What the run had produced until then; calls and results correspond. */
  messages?: readonly BaseMessage[];
  cause?: unknown;
}

/** The model could not be asked, or broke off. What was produced until then is in `messages`. */
export class ModelError extends Error {
  override name = "ModelError";
  readonly kind: ModelErrorKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  messages: readonly BaseMessage[];

  constructor(
    message: string,
    { kind = "other", status, retryAfterMs, messages = [], cause }: ModelErrorFacts = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.messages = messages;
  }
}
