import { z } from "zod";
import { WyomingConnection, type WyomingOptions } from "./connection.ts";

const artifacts = z
  .array(z.object({ name: z.string().catch(""), installed: z.boolean().catch(true) }))
  .nullish()
  .catch([]);
const info = z.object({
  asr: artifacts,
  tts: artifacts,
});

/** What a Wyoming service can do. */
export type WyomingInfo = z.infer<typeof info>;

/** Asks a service at `tcp://host:port` what it can do. */
export async function askInfo(address: string, options: WyomingOptions = {}): Promise<WyomingInfo> {
  const connection = await WyomingConnection.open(address, options);
  try {
    connection.send({ type: "describe" });
    for await (const { type, data } of connection.events()) if (type === "info") return info.parse(data);
    throw connection.endedEarly();
  } finally {
    connection.close();
  }
}
