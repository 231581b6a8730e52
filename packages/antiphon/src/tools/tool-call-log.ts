import { isEnabled, type Logger } from "../logger.ts";
import { preview, redact } from "../redaction.ts";
import type { Failure } from "./tool-failure.ts";
import type { ToolManager } from "./tool-manager.ts";
import type { ToolCall } from "./tool.ts";

export interface ToolCallLogOptions {
  logger: Logger;
  /** Executions that took longer are warnings. */
  slowMs: number;
  manager: ToolManager;
}

/** One line per execution, secrets redacted, to be followed by the call's id. */
export class ToolCallLog {
  readonly #logger: Logger;
  readonly #slowMs: number;
  readonly #manager: ToolManager;

  constructor({ logger, slowMs, manager }: ToolCallLogOptions) {
    this.#logger = logger;
    this.#slowMs = slowMs;
    this.#manager = manager;
  }

  executed(call: ToolCall, durationMs: number, content: string): void {
    const slow = durationMs > this.#slowMs;
    if (!isEnabled(this.#logger, slow ? "warn" : "info")) return;
    const fields = { ...facts(call, durationMs), result: preview(content) };
    if (slow) this.#logger.warn(fields, "Slow tool");
    else this.#logger.info(fields, "Tool executed");
  }

  failed(call: ToolCall, durationMs: number, failure: Failure): void {
    const fields = { ...facts(call, durationMs), kind: failure.kind, error: preview(failure.message) };
    if (failure.kind === "unknown-tool") {
      this.#logger.warn({ ...fields, known: this.#manager.tools.map((tool) => tool.name) }, "Unknown tool");
    } else if (failure.kind === "cancelled" || failure.kind === "refused") {
      this.#logger.info(fields, `Tool call ${failure.kind}`);
    } else {
      this.#logger.error(fields, "Tool failed");
    }
    if (durationMs > this.#slowMs) this.#logger.warn(fields, "Slow tool");
  }
}

function facts(call: ToolCall, durationMs: number): object {
  return { tool: call.name, callId: call.id, args: redact(call.args), durationMs: Math.round(durationMs) };
}
