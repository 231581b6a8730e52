import {
  encodeCompletion,
  openAIFinishWord,
  wholeCompletion,
  type ChatCompletionsDialect,
} from "./chat-completions.ts";
import { examineOpenAIRequest, unknownModel } from "./openai-rules.ts";
import { digitsOf } from "./resolved-call.ts";
import { callsOf, textOf, thinkingOf } from "./whole-turn.ts";
import { WireRefusal, type WireFailure } from "./wire-failure.ts";
import { bearerKey, counter, knowsModel, type WireProtocol, type WireSettings } from "./wire-protocol.ts";

const sampleModels = ["gpt-4o-mini", "gpt-4.1"];

/** OpenAI chat completions, and with the script's quirks the servers that imitate them. */
export function openAIWire(settings: WireSettings): WireProtocol {
  const completions = counter();
  const dialect = openAIDialect(
    settings,
    () => `chatcmpl-${digitsOf(`${settings.salt}/${completions()}`).slice(0, 29)}`,
  );
  return {
    basePath: "/v1",
    framing: "sse",
    lineEnd: "\n",
    authorize: ({ headers }) => {
      const key = bearerKey(headers);
      if (settings.apiKey === undefined || key === settings.apiKey) return;
      throw new WireRefusal({
        status: 401,
        message: key ? `Incorrect API key provided: ${masked(key)}.` : "You didn't provide an API key.",
        ...(key ? { code: "invalid_api_key" } : {}),
      });
    },
    route: ({ method, path }) => {
      if (method === "POST" && path === "/v1/chat/completions") return { kind: "chat" };
      if (method !== "GET") return undefined;
      if (path === "/v1/models") return { kind: "side", answer: () => modelList(settings) };
      const id = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
      return id ? { kind: "side", answer: () => oneModel(settings, decodeURIComponent(id)) } : undefined;
    },
    examine: (body) => examineOpenAIRequest(body, settings),
    order: (body) => ({ model: String(body["model"]), stream: body["stream"] === true, body }),
    encode: (turn, order) => encodeCompletion({ dialect, turn, order }),
    whole: (turn, order) => wholeCompletion({ dialect, turn, order }),
    failure: openAIFailure,
  };
}

export function openAIDialect({ salt }: WireSettings, completionId: () => string): ChatCompletionsDialect {
  return {
    idForm: { format: (digits) => `call_${digits.slice(0, 24)}`, usual: "fresh", next: counter(), salt },
    completionId,
    usualShape: "fragments",
    callsWithFinish: false,
    usageChunk: "on-demand",
    finishWord: openAIFinishWord,
    thinkingDelta: (chunk, { field = "reasoning_content" }) => ({ [field]: chunk }),
    wholeContent: (blocks) => {
      const text = textOf(blocks);
      const thinking = thinkingOf(blocks);
      const content = text === "" && callsOf(blocks).length > 0 ? null : text;
      return { content, ...(thinking === "" ? {} : { reasoning_content: thinking }) };
    },
  };
}

const words = new Map<number, { type: string; code: string | null; message: string }>([
  [401, { type: "invalid_request_error", code: null, message: "Incorrect API key provided." }],
  [404, { type: "invalid_request_error", code: "model_not_found", message: "The model does not exist." }],
  [
    429,
    { type: "requests", code: "rate_limit_exceeded", message: "Rate limit reached. Please try again later." },
  ],
  [
    500,
    {
      type: "server_error",
      code: null,
      message: "The server had an error while processing your request. Sorry!",
    },
  ],
  [
    503,
    {
      type: "server_error",
      code: null,
      message: "The engine is currently overloaded. Please try again later.",
    },
  ],
]);

export function openAIFailure({ status, message, type, code, param }: WireFailure): unknown {
  const usual = words.get(status);
  const error = {
    message: message ?? usual?.message ?? `The request failed with status ${status}.`,
    type: type ?? usual?.type ?? (status >= 500 ? "server_error" : "invalid_request_error"),
    param: param ?? null,
    code: code ?? (message === undefined ? (usual?.code ?? null) : null),
  };
  return { error };
}

function modelList(settings: WireSettings): unknown {
  const data = (settings.models ?? sampleModels).map((id) => modelEntry(id));
  return { object: "list", data };
}

function oneModel(settings: WireSettings, id: string): unknown {
  if (!knowsModel(settings, id)) throw unknownModel(id);
  return modelEntry(id);
}

function modelEntry(id: string): unknown {
  return { id, object: "model", created: 1_721_172_741, owned_by: "system" };
}

function masked(key: string): string {
  return key.length > 8 ? `${key.slice(0, 4)}****${key.slice(-4)}` : "****";
}
