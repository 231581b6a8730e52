import { withoutSlash } from "./http.ts";
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
    // The compatible endpoint lists no models; Cohere's own, beside it, does.
    const own = withoutSlash(baseUrl).replace(/\/compatibility\/v1$/, "");
    const modelUrl = `${own}/v1/models/${encodeURIComponent(model)}`;
    const facts = { label: "Cohere", model, baseUrl, keyName: "COHERE_API_KEY" };
    super(completionsSource(facts, { ...options, provider: "cohere", modelUrl }), options);
  }
}
