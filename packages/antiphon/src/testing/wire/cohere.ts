import { randomUUID } from "node:crypto";
import { encodeCompletion, wholeCompletion } from "./chat-completions.ts";
import { examineCohereRequest, unknownCohereModel } from "./cohere-rules.ts";
import { openAIDialect } from "./openai.ts";
import { WireRefusal, type WireFailure } from "./wire-failure.ts";
import { bearerKey, counter, knowsModel, type WireProtocol, type WireSettings } from "./wire-protocol.ts";

const sampleModels = ["command-a-03-2025", "command-r7b-12-2024"];

/** Cohere's OpenAI-compatible endpoint. Its model list is the native one, at `/v1/models`. */
export function cohereWire(settings: WireSettings): WireProtocol {
  const dialect = openAIDialect(settings, randomUUID);
  dialect.idForm = {
    format: (digits, { name }) => `${name}_${digits.slice(0, 12)}`,
    usual: "fresh",
    next: counter(),
    salt: settings.salt,
  };
  return {
    basePath: "/compatibility/v1",
    framing: "sse",
    lineEnd: "\n",
    authorize: ({ headers }) => {
      const key = bearerKey(headers);
      if (settings.apiKey === undefined || key === settings.apiKey) return;
      throw new WireRefusal({ status: 401, message: key ? "invalid api token" : "no api key supplied" });
    },
    route: ({ method, path }) => {
      if (method === "POST" && path === "/compatibility/v1/chat/completions") return { kind: "chat" };
      if (method !== "GET") return undefined;
      if (path === "/v1/models") {
        return {
          kind: "side",
          answer: () => ({ models: (settings.models ?? sampleModels).map(modelEntry) }),
        };
      }
      const name = /^\/v1\/models\/(.+)$/.exec(path)?.[1];
      return name ? { kind: "side", answer: () => oneModel(settings, decodeURIComponent(name)) } : undefined;
    },
    examine: (body) => examineCohereRequest(body, settings),
    order: (body) => ({ model: String(body["model"]), stream: body["stream"] === true, body }),
    encode: (turn, order) => encodeCompletion({ dialect, turn, order }),
    whole: (turn, order) => wholeCompletion({ dialect, turn, order }),
    failure: cohereFailure,
  };
}

const words = new Map([
  [401, "invalid api token"],
  [404, "model not found, make sure the correct model ID was used and that you have access to the model."],
  [429, "You are past the per minute request limit, please wait and try again later."],
  [500, "internal server error"],
  [503, "service unavailable"],
]);

function cohereFailure({ status, message }: WireFailure): unknown {
  return {
    id: randomUUID(),
    message: message ?? words.get(status) ?? `request failed with status ${status}`,
  };
}

function oneModel(settings: WireSettings, name: string): unknown {
  if (!knowsModel(settings, name)) throw unknownCohereModel(name);
  return modelEntry(name);
}

function modelEntry(name: string): unknown {
  return {
    name,
    endpoints: ["chat"],
    finetuned: false,
    context_length: 256_000,
    features: ["tools", "strict_tools"],
  };
}
