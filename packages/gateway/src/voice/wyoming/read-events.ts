import { z } from "zod";
import { ByteError, ByteReader } from "./byte-reader.ts";
import type { WyomingEvent } from "./event.ts";
import { WyomingError } from "./wyoming-error.ts";

export interface ReadEventsOptions {
  /** Who speaks, for messages. */
  from: string;
  /** The longest header line, in bytes. @default 64 KiB */
  mostHeader?: number;
  /** The longest data, in bytes: the list of all voices is hundreds of KiB. @default 4 MiB */
  mostData?: number;
  /** The longest payload, in bytes. @default 16 MiB */
  mostPayload?: number;
}

const length = z.int().nonnegative().nullish();
const header = z.object({
  type: z.string().min(1),
  data: z.record(z.string(), z.unknown()).nullish(),
  data_length: length,
  payload_length: length,
});
const furtherData = z.record(z.string(), z.unknown());

const utf8 = new TextDecoder();

/** The messages of a stream, as they come. Ends with the stream; throws a sentence about what makes no sense. */
export async function* readEvents(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadEventsOptions,
): AsyncGenerator<WyomingEvent, void> {
  const { from, mostHeader = 65_536, mostData = 4 * 1_048_576, mostPayload = 16 * 1_048_576 } = options;
  const reader = new ByteReader(chunks);
  const counted = async (
    count: number,
    { most, what }: { most: number; what: string },
  ): Promise<Uint8Array> => {
    if (count > most)
      throw new WyomingError(`${from} announced ${count} bytes of ${what}; at most ${most} are taken.`);
    return reader.exactly(count);
  };
  try {
    for (let line = await reader.line(mostHeader); line; line = await reader.line(mostHeader)) {
      const { type, data, data_length, payload_length } = parsed(line, { from, schema: header });
      const further = await counted(data_length ?? 0, { most: mostData, what: "data" });
      const payload = await counted(payload_length ?? 0, { most: mostPayload, what: "sound" });
      const added = further.length > 0 ? parsed(further, { from, schema: furtherData }) : {};
      yield { type, data: { ...data, ...added }, payload };
    }
  } catch (error) {
    if (error instanceof ByteError) throw new WyomingError(`${from} ${error.message}.`, { cause: error });
    throw error;
  } finally {
    await reader.close();
  }
}

function parsed<Value>(
  bytes: Uint8Array,
  { from, schema }: { from: string; schema: z.ZodType<Value> },
): Value {
  const text = utf8.decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new WyomingError(
    `${from} does not speak the Wyoming protocol: it sent ${JSON.stringify(text.slice(0, 80))}. Check the address.`,
  );
}
