import { configSchema, type Config } from "../src/config/schema.ts";

/** Defaults on a free port, with what a test wants differently. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return { ...configSchema.parse({ port: 0 }), ...changes };
}
