/** The text of an answer; undefined when it is longer than `most` bytes: the rest is not taken. */
export async function limitedText(response: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    // Leaving the loop gives up the transfer.
    if (length > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
