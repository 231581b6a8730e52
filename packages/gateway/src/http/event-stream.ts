import { within } from "../startup/within.ts";

export interface StreamItem {
  readonly id?: string | undefined;
  readonly data: string;
}

export interface EventStreamOptions {
  /** Called once, when the reader has gone or the stream is over. */
  onClose?: () => void;
  /**
   * A comment is sent when there is nothing to say for so long, so that nothing in between gives up.
   * @default 15_000
   */
  keepAliveMs?: number;
  /**
   * A reader that takes nothing for so long is given up.
   * @default 60_000
   */
  stallMs?: number;
}

/**
 * Server-sent events. An item is asked for only when the reader can take it: a slow reader slows its own
 * source and fills no memory.
 */
export function eventStream(
  items: AsyncIterable<StreamItem>,
  { onClose = () => {}, keepAliveMs = 15_000, stallMs = 60_000 }: EventStreamOptions = {},
): Response {
  const iterator = items[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<StreamItem>> | undefined;
  let stall: NodeJS.Timeout | undefined;
  let open = true;

  const close = (): void => {
    clearTimeout(stall);
    if (!open) return;
    open = false;
    onClose();
    // Not awaited: a source that waits for its next item notices later.
    iterator.return?.().catch(() => {});
  };

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(stall);
        pending ??= iterator.next();
        const step = await within(pending, keepAliveMs);
        if (!open) return;
        if (step === undefined) controller.enqueue(encoder.encode(": still here\n\n"));
        else {
          pending = undefined;
          if (step.done === true) {
            close();
            controller.close();
            return;
          }
          controller.enqueue(encoder.encode(frame(step.value)));
        }
        stall = setTimeout(() => {
          close();
          controller.error(new Error("The reader takes nothing any more."));
        }, stallMs);
        stall.unref();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    },
  });
}

function frame({ id, data }: StreamItem): string {
  return `${id === undefined ? "" : `id: ${id}\n`}data: ${data}\n\n`;
}
