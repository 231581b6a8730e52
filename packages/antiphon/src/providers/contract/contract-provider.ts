import type { WireProtocolName } from "../../testing/wire/index.ts";
import { AnthropicClient } from "../anthropic.ts";
import { CohereClient } from "../cohere.ts";
import { GoogleClient } from "../google.ts";
import { MistralClient } from "../mistral.ts";
import { OllamaClient } from "../ollama.ts";
import { OpenAIClient } from "../openai.ts";
import type { ProviderClient, ProviderOptions } from "../provider-client.ts";
import { features, type Feature } from "./features.ts";

/** A provider as the contract sees it. */
export interface ContractProvider {
  readonly name: WireProtocolName;
  readonly label: string;
  readonly model: string;
  /** An id in this provider's own form. */
  readonly sampleId: string;
  /** What the provider's protocol has no way to say. Everything else is held to the contract. */
  readonly lacks: ReadonlySet<Feature>;
  readonly create: (options: ProviderOptions) => ProviderClient;
}

export const openAI: ContractProvider = {
  name: "openai",
  label: "OpenAI",
  model: "gpt-4o-mini",
  sampleId: "call_QkA7cV1sXb2mYtR9pLw0ZdEf",
  lacks: new Set(["thinking goes back to the model", "calls written as text"]),
  create: (options) => new OpenAIClient(options),
};

export const anthropic: ContractProvider = {
  name: "anthropic",
  label: "Anthropic",
  model: "claude-sonnet-4-5",
  sampleId: "toolu_01AbCdEfGhIjKlMnOpQrStUv",
  lacks: new Set(["thinking tokens counted apart", "servers that do not stream", "calls written as text"]),
  create: (options) => new AnthropicClient(options),
};

export const google: ContractProvider = {
  name: "google",
  label: "Google",
  model: "gemini-2.5-flash",
  sampleId: "k3x9a0bq",
  lacks: new Set([
    "arguments in pieces",
    "arguments that cannot be read",
    "servers that do not stream",
    "calls written as text",
  ]),
  create: (options) => new GoogleClient(options),
};

export const ollama: ContractProvider = {
  name: "ollama",
  label: "Ollama",
  model: "qwen3:0.6b",
  sampleId: "call_a1b2c3d4",
  lacks: new Set([
    "arguments in pieces",
    "arguments that cannot be read",
    "cached tokens counted",
    "thinking tokens counted apart",
    "withheld answers reported",
  ]),
  // The contract holds for any number of rounds; Ollama's own policy is tested beside its client.
  create: (options) => new OllamaClient({ maxToolRounds: 10, ...options }),
};

export const cohere: ContractProvider = {
  name: "cohere",
  label: "Cohere",
  model: "command-a-03-2025",
  sampleId: "get_weather_4f0c2d9a1b7e",
  lacks: new Set(["thinking goes back to the model", "calls written as text"]),
  create: (options) => new CohereClient(options),
};

export const mistral: ContractProvider = {
  name: "mistral",
  label: "Mistral",
  model: "mistral-small-latest",
  sampleId: "gSIMJiOkT",
  lacks: new Set(["thinking goes back to the model", "calls written as text", "withheld answers reported"]),
  create: (options) => new MistralClient(options),
};

export const contractProviders: readonly ContractProvider[] = [
  openAI,
  anthropic,
  google,
  ollama,
  cohere,
  mistral,
];

export function supports({ lacks }: ContractProvider, feature: Feature): boolean {
  return !lacks.has(feature);
}

/** What each provider supports, as `docs/providers.md` shows it. */
export function featureTable(): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    row(["", ...contractProviders.map(({ label }) => label)]),
    row(["---", ...contractProviders.map(() => ":-:")]),
    ...features.map((feature) =>
      row([feature, ...contractProviders.map((provider) => (supports(provider, feature) ? "✓" : "–"))]),
    ),
  ].join("\n");
}
