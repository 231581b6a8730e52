import type { Logger } from "../logger.ts";
import { preview } from "../redaction.ts";

/** After so many a server is known to be chatty; the rest is for those who debug it. */
const loud = 20;
const sentence = "The MCP server wrote something else than JSON-RPC to stdout";

/** Counts what a server writes to stdout beside the protocol, and shows it. */
export class NoiseLog {
  count = 0;
  readonly #server: string;
  readonly #logger: Logger;

  constructor(server: string, logger: Logger) {
    this.#server = server;
    this.#logger = logger;
  }

  add(text: string): void {
    this.count += 1;
    const fields = { server: this.#server, content: preview(text, 200), count: this.count };
    if (this.count <= loud) this.#logger.warn(fields, sentence);
    else this.#logger.debug(fields, sentence);
  }
}
