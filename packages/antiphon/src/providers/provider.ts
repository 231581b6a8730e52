import type { ChatClient } from "../chat/chat-client.ts";
import type { OllamaOptions } from "./ollama.ts";
import type { ProviderOptions } from "./provider-client.ts";

type Create = (options: OllamaOptions) => Promise<ChatClient>;

/** Each file, and with it the provider's package, is loaded only when it is chosen. */
const providers = new Map<string, Create>([
  ["ollama", async (options) => new (await import("./ollama.ts")).OllamaClient(options)],
  ["anthropic", async (options) => new (await import("./anthropic.ts")).AnthropicClient(options)],
  ["openai", async (options) => new (await import("./openai.ts")).OpenAIClient(options)],
  ["google", async (options) => new (await import("./google.ts")).GoogleClient(options)],
  ["cohere", async (options) => new (await import("./cohere.ts")).CohereClient(options)],
  ["mistral", async (options) => new (await import("./mistral.ts")).MistralClient(options)],
]);

const aliases = new Map([
  ["claude", "anthropic"],
  ["gemini", "google"],
  ["google-genai", "google"],
  ["gpt", "openai"],
  ["mistralai", "mistral"],
]);

export interface ModelReference {
  readonly provider: string;
  readonly model: string | undefined;
}

/** `provider` or `provider:model`; the model may hold colons and slashes. */
export function parseModel(text: string): ModelReference {
  const [, name = "", model = ""] = /^\s*([^:]*):?(.*?)\s*$/s.exec(text) ?? [];
  const given = name.trim().toLowerCase();
  const provider = aliases.get(given) ?? given;
  if (!providers.has(provider)) {
    throw new Error(
      `No provider "${name.trim()}". Known: ${[...providers.keys()].join(", ")}. Write provider:model, for example ollama:qwen3:0.6b.`,
    );
  }
  return { provider, model: model.trim() || undefined };
}

/** A client for a model string such as `ollama:qwen3:0.6b`. */
export async function createClient(
  reference: string,
  options: Omit<ProviderOptions, "model"> = {},
): Promise<ChatClient> {
  const { provider, model } = parseModel(reference);
  const create = providers.get(provider) as Create;
  return create(model === undefined ? options : { ...options, model });
}
