import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Writes an answer's bytes, waits when the client does not keep up, and knows when it has gone. */
export interface AnswerWriter {
  /** Whether anything has been sent. */
  readonly started: boolean;
  /** Whether the connection is gone. */
  readonly closed: boolean;
  /** Settles when the connection is gone. */
  readonly gone: Promise<void>;
  /** A promise only when the caller should wait before the next write. */
  write(text: string): Promise<void> | undefined;
  /** Waits until everything written has left. */
  flush(): Promise<void>;
}

export interface AnswerWriterOptions {
  /** Sent before the first byte. */
  head: { status: number; headers: Record<string, string> };
  /** Bytes of each piece. @default undivided */
  splitBytes?: number | undefined;
}

export function answerWriter(
  response: ServerResponse,
  { head, splitBytes }: AnswerWriterOptions,
): AnswerWriter {
  let started = false;
  const gone = new Promise<void>((resolve) => void response.once("close", resolve));
  const send = (piece: string): Promise<void> | undefined =>
    response.write(piece) ? undefined : Promise.race([once(response, "drain").then(() => {}), gone]);

  return {
    get started() {
      return started;
    },
    get closed() {
      return response.destroyed || response.closed;
    },
    gone,
    write(text) {
      if (this.closed) return undefined;
      if (!started) {
        started = true;
        response.writeHead(head.status, head.headers);
        response.flushHeaders();
      }
      return splitBytes === undefined
        ? send(text)
        : sendPieces(Buffer.from(text), { size: splitBytes, response });
    },
    flush: () =>
      new Promise((resolve) => {
        if (response.destroyed || !started) resolve();
        else response.write("", () => resolve());
      }),
  };
}

/**
 * Each piece leaves alone: it is handed to the system, and the next one waits for another turn of the event loop, in
 * which a client of this process can read it. A client elsewhere may still see pieces together.
 */
async function sendPieces(
  bytes: Buffer,
  { size, response }: { size: number; response: ServerResponse },
): Promise<void> {
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    await new Promise<void>((resolve) => {
      response.write(bytes.subarray(start, start + size), () => setImmediate(resolve));
    });
  }
}
