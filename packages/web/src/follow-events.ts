import { readEvents, type ServerEvent } from "./event-source.ts";
import { GatewayError } from "./gateway-error.ts";
import { growingDelay } from "./growing-delay.ts";
import { pause } from "./pause.ts";

export type Followed =
  | { readonly type: "open" }
  | { readonly type: "event"; readonly event: ServerEvent }
  /** The stream broke off, or was refused for now; it will be opened again after this item. */
  | { readonly type: "lost"; readonly attempt: number; readonly refusal: GatewayError | undefined };

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Where to go on from when the stream is opened for the first time. */
  readonly lastEventId?: string | undefined;
  /**
   * Milliseconds before the n-th attempt to come back, from 1.
   * @default 250 ms doubling up to 8 s, each shortened at random by up to a third
   */
  readonly delayBefore?: (attempt: number) => number;
}

/**
 * A stream that comes back by itself. Goes on until the signal fires or the consumer breaks off.
 * Throws what `open` throws when asking again cannot help: an answer that is an error of ours.
 */
export async function* followEvents(
  open: (options: { lastEventId: string | undefined; signal: AbortSignal }) => Promise<Response>,
  { signal, lastEventId, delayBefore = growingDelay }: FollowOptions,
): AsyncGenerator<Followed> {
  let attempt = 0;
  let last = lastEventId;
  while (!signal.aborted) {
    let refusal: GatewayError | undefined;
    try {
      const { body } = await open({ lastEventId: last, signal });
      yield { type: "open" };
      if (body) {
        for await (const event of readEvents(body)) {
          attempt = 0;
          if (event.id) last = event.id;
          yield { type: "event", event };
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof GatewayError) refusal = error;
      if (refusal && !refusal.temporary) throw refusal;
    }
    if (signal.aborted) return;
    attempt += 1;
    yield { type: "lost", attempt, refusal };
    await pause(delayBefore(attempt), { signal });
  }
}
