import { completionsSource } from "./openai.ts";
import { ProviderClient, type ProviderOptions } from "./provider-client.ts";

/**
 * Cohere through its OpenAI-compatible endpoint: @langchain/cohere (1.0.5) makes every streamed tool call
 * invalid. Ids repeat across turns there; the loop tells them apart.
 */
export class CohereClient extends ProviderClient {
  constructor({
    model = "command-a-03-2025",
    baseUrl = "https://api.cohere.ai/compatibility/v1",
    ...options
  }: ProviderOptions = {}) {
    const modelUrl = `${new URL(baseUrl).origin}/v1/models/${encodeURIComponent(model)}`;
    const facts = { label: "Cohere", model, baseUrl, keyName: "COHERE_API_KEY" };
    super(completionsSource(facts, { ...options, provider: "cohere", modelUrl }), options);
  }
}
