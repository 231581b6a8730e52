/** One server-sent event. */
export interface ServerEvent {
  /** The last id the stream has set, empty when none. */
  readonly id: string;
  /** `message` unless the stream names another. */
  readonly name: string;
  readonly data: string;
}

const lineEnd = /\r\n|\n|\r/g;

/**
 * The events of a `text/event-stream` body, however its bytes are cut into chunks. `EventSource` cannot
 * send a body or a header, and cannot tell why it failed; this can be given any `fetch`'s answer.
 * An event that the stream breaks off in is dropped, as the standard says.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let id = "";
  let name = "";
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === "") {
      if (data.length > 0) yield { id, name: name || "message", data: data.join("\n") };
      name = "";
      data = [];
      continue;
    }
    const colon = line.indexOf(":");
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") data.push(value);
    else if (field === "event") name = value;
    else if (field === "id" && !value.includes("\0")) id = value;
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A "\r" at the very end may be half of a "\r\n".
      const usable = rest.endsWith("\r") ? rest.length - 1 : rest.length;
      let start = 0;
      for (const match of rest.slice(0, usable).matchAll(lineEnd)) {
        yield rest.slice(start, match.index);
        start = match.index + match[0].length;
      }
      rest = rest.slice(start);
    }
  } finally {
    // The connection is given back also when the reader of the events has had enough.
    await reader.cancel().catch(() => undefined);
  }
}
