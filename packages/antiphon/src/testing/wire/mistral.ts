import {
  encodeCompletion,
  openAIFinishWord,
  wholeCompletion,
  type ChatCompletionsDialect,
} from "./chat-completions.ts";
import type { JsonObject } from "./json-value.ts";
import { examineMistralRequest } from "./mistral-rules.ts";
import { digitsOf } from "./resolved-call.ts";
import { textOf, thinkingOf } from "./whole-turn.ts";
import { WireRefusal, type WireFailure } from "./wire-failure.ts";
import { bearerKey, counter, knowsModel, type WireProtocol, type WireSettings } from "./wire-protocol.ts";

const sampleModels = ["mistral-small-latest", "mistral-large-latest"];

export function mistralWire(settings: WireSettings): WireProtocol {
  const dialect = mistralDialect(settings);
  return {
    basePath: "",
    framing: "sse",
    lineEnd: "\n",
    authorize: ({ headers }) => {
      if (settings.apiKey === undefined || bearerKey(headers) === settings.apiKey) return;
      throw new WireRefusal({ status: 401 });
    },
    route: ({ method, path }) => {
      if (method === "POST" && path === "/v1/chat/completions") return { kind: "chat" };
      if (method !== "GET") return undefined;
      if (path === "/v1/models") {
        return {
          kind: "side",
          answer: () => ({ object: "list", data: (settings.models ?? sampleModels).map(entry) }),
        };
      }
      const id = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
      return id ? { kind: "side", answer: () => oneModel(settings, decodeURIComponent(id)) } : undefined;
    },
    examine: (body) => examineMistralRequest(body, settings),
    order: (body) => ({ model: String(body["model"]), stream: body["stream"] === true, body }),
    encode: (turn, order) => encodeCompletion({ dialect, turn, order }),
    whole: (turn, order) => wholeCompletion({ dialect, turn, order }),
    failure: mistralFailure,
  };
}

function mistralDialect({ salt }: WireSettings): ChatCompletionsDialect {
  const completions = counter();
  return {
    idForm: { format: (digits) => digits.slice(0, 9), usual: "fresh", next: counter(), salt },
    completionId: () => digitsOf(`${salt}/completion/${completions()}`).slice(0, 32),
    usualShape: "whole",
    callsWithFinish: true,
    usageChunk: "with-finish",
    finishWord: (finish) => (finish === "content-filter" ? "error" : openAIFinishWord(finish)),
    thinkingDelta: (chunk) => ({ content: [thinkingPart(chunk)] }),
    wholeContent: (blocks) => {
      const text = textOf(blocks);
      const thinking = thinkingOf(blocks);
      return { content: thinking === "" ? text : [thinkingPart(thinking), { type: "text", text }] };
    },
  };
}

function thinkingPart(text: string): JsonObject {
  return { type: "thinking", thinking: [{ type: "text", text }] };
}

const words = new Map<number, { type: string; code: string; message: string }>([
  [404, { type: "invalid_model", code: "1500", message: "Invalid model" }],
  [429, { type: "rate_limited", code: "1300", message: "Rate limit exceeded" }],
  [500, { type: "internal_server_error", code: "3000", message: "Service unavailable." }],
  [503, { type: "unreachable_backend", code: "1100", message: "Service unavailable." }],
]);

function mistralFailure({ status, message, type, code, param }: WireFailure): unknown {
  if (status === 401) return { detail: message ?? "Unauthorized" };
  const usual = words.get(status);
  return {
    object: "error",
    message: message ?? usual?.message ?? `Request failed with status ${status}`,
    type: type ?? usual?.type ?? "invalid_request_error",
    param: param ?? null,
    code: code ?? usual?.code ?? null,
  };
}

function oneModel(settings: WireSettings, id: string): unknown {
  if (!knowsModel(settings, id)) {
    throw new WireRefusal({ status: 404, message: `Model ${id} not found`, type: "invalid_model" });
  }
  return entry(id);
}

function entry(id: string): unknown {
  return {
    id,
    object: "model",
    created: 1_735_689_600,
    owned_by: "mistralai",
    capabilities: {
      completion_chat: true,
      completion_fim: false,
      function_calling: true,
      fine_tuning: false,
    },
    max_context_length: 131_072,
  };
}
