import { setTimeout as wait } from "node:timers/promises";
import type { BaseMessage } from "@langchain/core/messages";
import type { RawChunk, RawStream, RawStreamOptions } from "../chat/raw-stream.ts";
import type { ModelError } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { toModelError } from "./provider-error.ts";
import type { ProviderFacts } from "./provider-facts.ts";

/** A provider's stream: chunks in batches, as the network brings them. */
export type ProviderStream = (
  messages: readonly BaseMessage[],
  options: RawStreamOptions,
) => AsyncIterable<readonly RawChunk[]>;

export interface RetryOptions {
  readonly facts: ProviderFacts;
  readonly maxRetries: number;
  readonly logger: Logger;
}

const firstDelayMs = 500;
const longestDelayMs = 60_000;
const passing = new Set(["rate-limit", "unavailable", "unreachable"]);

/**
 * A provider's stream with its errors in one sentence each. A provider that is busy or down for a moment
 * is asked again, as long as nothing of its answer was used.
 */
export function withRetry(stream: ProviderStream, { facts, maxRetries, logger }: RetryOptions): RawStream {
  return async function* (messages, options) {
    for (let attempt = 0; ; attempt++) {
      let started = false;
      try {
        for await (const batch of stream(messages, options)) {
          started ||= batch.some(isUsed);
          yield batch;
        }
        return;
      } catch (thrown) {
        if (options.signal.aborted) throw thrown;
        const error = toModelError(thrown, facts);
        const delayMs = delayFor(error, attempt);
        if (started || attempt >= maxRetries || delayMs === undefined) throw error;
        logger.warn(
          { attempt: attempt + 1, delayMs, error: error.message },
          "The model is not available, asking again",
        );
        await wait(delayMs, undefined, { signal: options.signal });
      }
    }
  };
}

/** Anything but the note of who answers. */
function isUsed({ text, thinking, toolCalls, usage, blocks }: RawChunk): boolean {
  return Boolean(text || thinking || usage || toolCalls?.length || blocks?.length);
}

/** What the provider asks for, else backoff with jitter. Nothing when waiting would not help. */
function delayFor({ kind, retryAfterMs }: ModelError, attempt: number): number | undefined {
  if (!passing.has(kind) || (retryAfterMs ?? 0) > longestDelayMs) return undefined;
  return retryAfterMs ?? firstDelayMs * 2 ** attempt * (0.75 + Math.random() / 2);
}
