import { SpanKind } from "@opentelemetry/api";
import type { BaseMessage } from "@langchain/core/messages";
import { follow } from "../abort.ts";
import { ModelError } from "../errors.ts";
import { failSpan, insideSpan, startSpan, type Span } from "../tracing.ts";
import type { RawChunk, RawStream, RawStreamOptions } from "./raw-stream.ts";
import type { ModelTurn } from "./model-turn.ts";

export interface ModelRequestOptions extends RawStreamOptions {
  readonly rawStream: RawStream;
  /** For traces and errors. */
  readonly modelName: string;
  /** A stream that says nothing for this long is given up. */
  readonly idleTimeoutMs: number;
}

/**
 * One request under way. `next()` settles at once when the signal fires or the provider falls silent for
 * too long, even if the provider ignores both.
 */
export class ModelRequest {
  readonly #chunks: AsyncIterator<RawChunk | readonly RawChunk[]>;
  readonly #signal: AbortSignal;
  /** The request's own: a provider that fell silent is let go, while the run may still go on. */
  readonly #controller = new AbortController();
  readonly #unfollow: () => void;
  readonly #span: Span;
  readonly #idle: NodeJS.Timeout | undefined;
  #ended = false;
  /** Rejects the `next()` that is pending. One slot instead of a race per chunk, which would pile up reactions. */
  #interrupt: ((reason: unknown) => void) | undefined;

  constructor(
    messages: readonly BaseMessage[],
    {
      rawStream,
      modelName,
      idleTimeoutMs,
      signal: outer,
      tools,
      knownTools,
      instruction,
      answerSchema,
    }: ModelRequestOptions,
  ) {
    this.#unfollow = follow(outer, this.#controller);
    this.#signal = this.#controller.signal;
    this.#span = startSpan(
      `chat ${modelName}`,
      { "gen_ai.operation.name": "chat", "gen_ai.request.model": modelName },
      SpanKind.CLIENT,
    );
    this.#chunks = insideSpan(this.#span, () =>
      rawStream(messages, { tools, knownTools, instruction, answerSchema, signal: this.#signal })[
        Symbol.asyncIterator
      ](),
    );
    this.#signal.addEventListener("abort", this.#onAbort, { once: true });
    if (Number.isFinite(idleTimeoutMs)) {
      this.#idle = setTimeout(() => this.#interrupt?.(silence(modelName, idleTimeoutMs)), idleTimeoutMs);
    }
  }

  readonly #onAbort = (): void => this.#interrupt?.(this.#signal.reason);

  /** The chunks that have arrived next, or nothing at the end of the stream. */
  next(): Promise<readonly RawChunk[] | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#signal.aborted) {
        reject(this.#signal.reason as Error);
        return;
      }
      this.#interrupt = reject;
      const step = this.#span.isRecording()
        ? insideSpan(this.#span, () => this.#chunks.next())
        : this.#chunks.next();
      step.then(({ done, value }) => {
        this.#idle?.refresh();
        if (done) this.#ended = true;
        resolve(done ? undefined : isBatch(value) ? value : [value]);
      }, reject);
    });
  }

  /** Tells the trace how it went. */
  finished(turn: ModelTurn): void {
    if (!this.#span.isRecording()) return;
    const { usage } = turn;
    if (!usage) return;
    this.#span.setAttribute("gen_ai.usage.input_tokens", usage.input_tokens);
    this.#span.setAttribute("gen_ai.usage.output_tokens", usage.output_tokens);
  }

  failed(error: unknown): void {
    failSpan(
      this.#span,
      error instanceof Error ? error.name : "error",
      error instanceof Error ? error.message : String(error),
    );
  }

  /** Closes the provider's stream. Not awaited: a provider that hangs must not hold us. */
  close(): void {
    clearTimeout(this.#idle);
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#unfollow();
    // A stream that still waits for the provider would not notice that it is returned.
    if (!this.#ended) this.#controller.abort(this.#signal.reason);
    this.#span.end();
    this.#interrupt = undefined;
    this.#chunks.return?.().catch(() => {});
  }
}

function silence(modelName: string, idleTimeoutMs: number): ModelError {
  return new ModelError(`${modelName} has sent nothing for ${idleTimeoutMs} ms. Is it overloaded?`, {
    kind: "timeout",
  });
}

function isBatch(value: RawChunk | readonly RawChunk[]): value is readonly RawChunk[] {
  return Array.isArray(value);
}
