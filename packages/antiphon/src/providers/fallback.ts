import { ChatClient, type ClientOptions } from "../chat/chat-client.ts";
import type { RawStream } from "../chat/raw-stream.ts";
import { stderrLogger, type Logger } from "../logger.ts";

export interface FallbackOptions extends ClientOptions {
  /** Asked in this order. */
  clients: readonly [ChatClient, ...ChatClient[]];
}

/** Several models as one: the next is asked when one fails before anything of its answer was shown. */
export class FallbackClient extends ChatClient {
  constructor({ clients, ...options }: FallbackOptions) {
    const { logger = stderrLogger } = options;
    super({
      executor: clients[0].executor,
      ...options,
      modelName: clients.map(({ modelName }) => modelName).join(" or "),
      rawStream: inOrder(clients, logger),
    });
  }
}

function inOrder(clients: readonly ChatClient[], logger: Logger): RawStream {
  return async function* (messages, options) {
    for (const [position, client] of clients.entries()) {
      let started = false;
      try {
        for await (const chunks of client.rawStream(messages, options)) {
          started ||= [chunks]
            .flat()
            .some(({ text, thinking, toolCalls }) => text || thinking || toolCalls?.length);
          yield chunks;
        }
        return;
      } catch (error) {
        const next = clients[position + 1];
        if (started || !next || options.signal.aborted) throw error;
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ from: client.modelName, to: next.modelName, reason }, "Falling back on another model");
        yield { fallback: { from: client.modelName, to: next.modelName, reason } };
      }
    }
  };
}
