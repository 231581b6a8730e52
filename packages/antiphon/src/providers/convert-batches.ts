import type { RawChunk } from "../chat/raw-stream.ts";

/**
 * Lines or events as raw chunks, as many at a time as the network brings. When one cannot be converted,
 * what came before it is passed on first: it was said, and the user sees it.
 */
export async function* convertBatches(
  batches: AsyncIterable<readonly string[]>,
  convert: (text: string) => RawChunk | undefined,
): AsyncGenerator<readonly RawChunk[]> {
  for await (const batch of batches) {
    const chunks: RawChunk[] = [];
    try {
      for (const text of batch) {
        const chunk = convert(text);
        if (chunk) chunks.push(chunk);
      }
    } catch (error) {
      if (chunks.length > 0) yield chunks;
      throw error;
    }
    if (chunks.length > 0) yield chunks;
  }
}
