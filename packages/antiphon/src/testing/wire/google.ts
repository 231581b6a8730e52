import { encodeGeminiContent, wholeGeminiContent } from "./google-content.ts";
import { examineGeminiRequest } from "./google-rules.ts";
import { issuedCallSignatures } from "./google-signatures.ts";
import { digitsOf, type CallIdForm } from "./resolved-call.ts";
import { WireRefusal, type WireFailure } from "./wire-failure.ts";
import {
  counter,
  knowsModel,
  type WireInquiry,
  type WireProtocol,
  type WireSettings,
} from "./wire-protocol.ts";

const sampleModels = ["gemini-2.5-flash", "gemini-3-pro-preview"];

export function googleWire(settings: WireSettings): WireProtocol {
  const { salt } = settings;
  const signatures = issuedCallSignatures();
  const responses = counter();
  const idForm: CallIdForm = {
    format: (digits) => digits.slice(0, 8),
    usual: "missing",
    next: counter(),
    salt,
  };
  const responseId = (): string => digitsOf(`${salt}/response/${responses()}`).slice(0, 22);
  return {
    basePath: "",
    framing: "sse",
    lineEnd: "\r\n",
    authorize: (call) => authorize(call, settings),
    route: ({ method, path }) => {
      const [, model, action] =
        /^\/v1(?:beta)?\/models\/([^:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
      if (method === "POST" && model) {
        return { kind: "chat", model: decodeURIComponent(model), stream: action === "streamGenerateContent" };
      }
      if (method !== "GET") return undefined;
      if (/^\/v1(?:beta)?\/models$/.test(path)) {
        return { kind: "side", answer: () => ({ models: (settings.models ?? sampleModels).map(entry) }) };
      }
      const id = /^\/v1(?:beta)?\/models\/([^:]+)$/.exec(path)?.[1];
      return id ? { kind: "side", answer: () => oneModel(settings, decodeURIComponent(id)) } : undefined;
    },
    examine: (body, { model = "" }) => {
      if (!knowsModel(settings, model)) throw unknownModel(model, "generateContent");
      examineGeminiRequest(body, { model, signatures });
    },
    order: (body, { model = "", stream = false }) => ({ model, stream, body }),
    encode: (turn, order) =>
      encodeGeminiContent({ turn, order, idForm, signatures, responseId: responseId() }),
    whole: (turn, order) => wholeGeminiContent({ turn, order, idForm, signatures, responseId: responseId() }),
    failure: geminiFailure,
  };
}

function authorize({ headers, query }: WireInquiry, { apiKey }: WireSettings): void {
  const key = headers["x-goog-api-key"] ?? query.get("key") ?? undefined;
  if (apiKey === undefined || key === apiKey) return;
  if (key === undefined) throw new WireRefusal({ status: 403 });
  throw new WireRefusal({
    status: 400,
    message: "API key not valid. Please pass a valid API key.",
    code: "API_KEY_INVALID",
  });
}

const words = new Map([
  [400, ["INVALID_ARGUMENT", "Request contains an invalid argument."]],
  [401, ["UNAUTHENTICATED", "Request had invalid authentication credentials."]],
  [
    403,
    [
      "PERMISSION_DENIED",
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    ],
  ],
  [404, ["NOT_FOUND", "Requested entity was not found."]],
  [
    429,
    ["RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details."],
  ],
  [500, ["INTERNAL", "An internal error has occurred. Please retry."]],
  [503, ["UNAVAILABLE", "The model is overloaded. Please try again later."]],
]);

function geminiFailure({ status, message, type, code, retryAfter }: WireFailure): unknown {
  const [usualStatus, usualMessage] =
    words.get(status) ?? (status >= 500 ? words.get(500) : words.get(400)) ?? [];
  const details = [
    ...(code === undefined
      ? []
      : [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: code, domain: "googleapis.com" }]),
    ...(retryAfter === undefined
      ? []
      : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` }]),
  ];
  return {
    error: {
      code: status,
      message: message ?? usualMessage,
      status: type ?? usualStatus,
      ...(details.length > 0 ? { details } : {}),
    },
  };
}

function oneModel(settings: WireSettings, id: string): unknown {
  if (!knowsModel(settings, id)) throw unknownModel(id, "getModel");
  return entry(id);
}

function unknownModel(model: string, action: string): WireRefusal {
  const message = `models/${model} is not found for API version v1beta, or is not supported for ${action}. Call ListModels to see the list of available models and their supported methods.`;
  return new WireRefusal({ status: 404, message });
}

function entry(id: string): unknown {
  return {
    name: `models/${id}`,
    version: "001",
    displayName: id,
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedGenerationMethods: ["generateContent", "countTokens"],
  };
}
