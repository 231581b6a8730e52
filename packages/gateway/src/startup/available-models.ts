export interface AvailableOptions {
  /** @default process.env */
  env?: Readonly<Record<string, string | undefined>>;
  /** @default the global one */
  fetch?: typeof globalThis.fetch;
  /**
   * How long an Ollama may take to answer.
   * @default 500
   */
  timeoutMs?: number;
}

const keys: readonly (readonly [variable: string, provider: string])[] = [
  ["ANTHROPIC_API_KEY", "anthropic"],
  ["OPENAI_API_KEY", "openai"],
  ["GOOGLE_API_KEY", "google"],
  ["GEMINI_API_KEY", "google"],
  ["MISTRAL_API_KEY", "mistral"],
  ["COHERE_API_KEY", "cohere"],
];

/** Models that would work here, were they asked for: `anthropic`, `ollama:qwen3:8b`. Nothing is used unasked. */
export async function availableModels({
  env = process.env,
  fetch = globalThis.fetch,
  timeoutMs = 500,
}: AvailableOptions = {}): Promise<string[]> {
  const byKey = keys.filter(([variable]) => env[variable]).map(([, provider]) => provider);
  return [...new Set(byKey), ...(await ollamaModels({ env, fetch, timeoutMs }))];
}

async function ollamaModels({ env, fetch, timeoutMs }: Required<AvailableOptions>): Promise<string[]> {
  const address = env["OLLAMA_BASE_URL"] || "http://127.0.0.1:11434";
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(new URL("/api/tags", address), { signal: controller.signal });
    const { models } = (await response.json()) as { models?: { name?: unknown }[] };
    return (models ?? [])
      .flatMap(({ name }) => (typeof name === "string" ? [`ollama:${name}`] : []))
      .slice(0, 3);
  } catch {
    return [];
  } finally {
    clearTimeout(timer);
  }
}
