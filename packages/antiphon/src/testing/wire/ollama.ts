import { encodeOllamaChat, wholeOllamaChat } from "./ollama-chat.ts";
import { examineOllamaRequest, unknownOllamaModel } from "./ollama-rules.ts";
import { digitsOf, type CallIdForm } from "./resolved-call.ts";
import { refuse, WireRefusal, type WireFailure } from "./wire-failure.ts";
import {
  bearerKey,
  counter,
  knowsModel,
  type WireProtocol,
  type WireRoute,
  type WireSettings,
} from "./wire-protocol.ts";

const sampleModels = ["qwen3:0.6b", "llama3.2:latest"];

export function ollamaWire(settings: WireSettings): WireProtocol {
  const { salt } = settings;
  const idForm: CallIdForm = {
    format: (digits) => `call_${digits.slice(0, 8)}`,
    usual: "fresh",
    next: counter(),
    salt,
  };
  return {
    basePath: "",
    framing: "ndjson",
    lineEnd: "\n",
    authorize: ({ headers }) => {
      if (settings.apiKey === undefined || bearerKey(headers) === settings.apiKey) return;
      throw new WireRefusal({ status: 401 });
    },
    route: ({ method, path }) => {
      if (method === "POST" && path === "/api/chat") return { kind: "chat" };
      return sideRoute(`${method} ${path}`, settings);
    },
    examine: (body) => examineOllamaRequest(body, settings),
    order: (body) => ({ model: String(body["model"]), stream: body["stream"] !== false, body }),
    encode: (turn, order) => encodeOllamaChat({ turn, order, idForm }),
    whole: (turn, order) => wholeOllamaChat({ turn, order, idForm }),
    failure: ollamaFailure,
  };
}

function sideRoute(call: string, settings: WireSettings): WireRoute | undefined {
  const models = settings.models ?? sampleModels;
  switch (call) {
    case "GET /":
      return { kind: "side", answer: () => "Ollama is running" };
    case "GET /api/version":
      return { kind: "side", answer: () => ({ version: "0.12.10" }) };
    case "GET /api/tags":
    case "GET /api/ps":
      return { kind: "side", answer: () => ({ models: models.map(entry) }) };
    case "POST /api/show":
      return { kind: "side", answer: ({ model, name }) => show(model ?? name, settings) };
    default:
      return undefined;
  }
}

function show(model: unknown, settings: WireSettings): unknown {
  if (typeof model !== "string" || model === "") return refuse("model is required");
  if (!knowsModel(settings, model)) throw unknownOllamaModel(model);
  return {
    ...entry(model),
    model_info: { "general.architecture": "qwen3" },
    capabilities: settings.capabilities,
  };
}

function entry(name: string): { name: string; model: string; size: number; digest: string; details: object } {
  const details = {
    format: "gguf",
    family: "qwen3",
    parameter_size: "751.63M",
    quantization_level: "Q4_K_M",
  };
  return { name, model: name, size: 522_653_767, digest: digitsOf(name), details };
}

const words = new Map([
  [401, "unauthorized"],
  [404, "model not found"],
  [429, "too many requests"],
  [
    500,
    "model runner has unexpectedly stopped, this may be due to resource limitations or an internal error",
  ],
  [503, "server busy, please try again.  maximum pending requests exceeded"],
]);

function ollamaFailure({ status, message }: WireFailure): unknown {
  return { error: message ?? words.get(status) ?? `request failed with status ${status}` };
}
