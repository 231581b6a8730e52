import type { JsonObject } from "./json-value.ts";
import type { WireProtocolName, WireServer } from "./wire-server.ts";

export interface RawChatOptions {
  /** @default true */
  stream?: boolean;
  /** @default the protocol's own sample */
  model?: string;
  /** @default "test-key" */
  apiKey?: string;
  signal?: AbortSignal;
}

interface RawForm {
  model: string;
  path(model: string, stream: boolean): string;
  headers(apiKey: string): Record<string, string>;
  body(model: string, stream: boolean): JsonObject;
}

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });
const messages = [{ role: "user", content: "hi" }];
const completions = (path: string, model: string): RawForm => ({
  model,
  path: () => path,
  headers: bearer,
  body: (model, stream) => ({ model, stream, messages }),
});

const forms: Record<WireProtocolName, RawForm> = {
  openai: completions("/v1/chat/completions", "gpt-4o-mini"),
  cohere: completions("/compatibility/v1/chat/completions", "command-a-03-2025"),
  mistral: completions("/v1/chat/completions", "mistral-small-latest"),
  ollama: completions("/api/chat", "qwen3:0.6b"),
  anthropic: {
    ...completions("/v1/messages", "claude-sonnet-4-5"),
    headers: (apiKey) => ({ "x-api-key": apiKey, "anthropic-version": "2023-06-01" }),
    body: (model, stream) => ({ model, stream, messages, max_tokens: 100 }),
  },
  google: {
    model: "gemini-2.5-flash",
    path: (model, stream) =>
      `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    headers: (apiKey) => ({ "x-goog-api-key": apiKey }),
    body: () => ({ contents: [{ role: "user", parts: [{ text: "hi" }] }] }),
  },
};

/** Posts the protocol's smallest valid chat request without any SDK; a string goes out as the body itself. */
export function rawChat(
  server: WireServer,
  changes: JsonObject | string = {},
  { stream = true, model, apiKey = "test-key", signal }: RawChatOptions = {},
): Promise<Response> {
  const form = forms[server.protocol];
  const chosen = model ?? form.model;
  const body =
    typeof changes === "string" ? changes : JSON.stringify({ ...form.body(chosen, stream), ...changes });
  return fetch(server.origin + form.path(chosen, stream), {
    method: "POST",
    headers: { "content-type": "application/json", ...form.headers(apiKey) },
    body,
    signal: signal ?? null,
  });
}

/** The `data` of every event of an SSE answer, parsed where it is JSON. */
export async function sseData(response: Response): Promise<JsonObject[]> {
  const lines = (await response.text()).split(/\r\n|\n|\r/).filter((line) => line.startsWith("data: "));
  return lines.map((line) =>
    line === "data: [DONE]" ? { end: true } : (JSON.parse(line.slice(6)) as JsonObject),
  );
}

/** The error text of a provider's error body, wherever it stands. */
export function errorText(body: unknown): string {
  const { error, message, detail } = body as JsonObject;
  if (typeof error === "object" && error !== null) return String((error as JsonObject)["message"]);
  return String(error ?? message ?? detail);
}
