const longestLine = 64 * 1024 * 1024;

/** The lines of a body, as many at a time as the network brings. The last one may lack its end. */
export async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw new RangeError(`A line is longer than ${longestLine} characters.`);
    if (lines.length > 0) yield lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}

/** The data of server-sent events, as many at a time as the network brings. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let data: string | undefined;
  for await (const lines of readLines(body)) {
    const events: string[] = [];
    for (const line of lines) {
      if (line === "" || line === "\r") {
        if (data !== undefined) events.push(data);
        data = undefined;
      } else if (line.startsWith("data:")) {
        const value = line.slice(line[5] === " " ? 6 : 5, line.endsWith("\r") ? -1 : undefined);
        data = data === undefined ? value : `${data}\n${value}`;
      } else if (!isOtherField(line)) {
        // Kept, so that whoever reads the data says what was there instead.
        events.push(line);
      }
    }
    if (events.length > 0) yield events;
  }
  if (data !== undefined) yield [data];
}

function isOtherField(line: string): boolean {
  return (
    line.startsWith(":") || line.startsWith("event:") || line.startsWith("id:") || line.startsWith("retry:")
  );
}
