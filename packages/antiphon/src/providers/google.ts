import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";
import type { ContentFragment, RawChunk, RawStreamOptions, ToolCallFragment } from "../chat/raw-stream.ts";
import { copyAI, isAI, textOf } from "../chat/messages.ts";
import { ModelError } from "../errors.ts";
import { convertBatches } from "./convert-batches.ts";
import {
  bodyOf,
  cutOff,
  midStreamError,
  parseJson,
  post,
  succeeded,
  withoutSlash,
  type HttpAnswer,
} from "./http.ts";
import { readEvents } from "./lines.ts";
import { once } from "./once.ts";
import {
  anyId,
  withAcceptedCalls,
  withInstruction,
  withOneSystemMessage,
  withoutEmptyAnswers,
  writtenBy,
} from "./portable.ts";
import {
  keyFrom,
  load,
  ProviderClient,
  type ProviderOptions,
  type ProviderSource,
} from "./provider-client.ts";

export class GoogleClient extends ProviderClient {
  constructor({
    model = "gemini-2.5-flash",
    baseUrl = "https://generativelanguage.googleapis.com",
    ...options
  }: ProviderOptions = {}) {
    super(googleSource(model.replace(/^models\//, ""), baseUrl, options), options);
  }
}

/**
 * LangChain's model converts messages and tools. Its SDK's stream is not used: it reads every answer twice,
 * and its second reader fails without anyone listening when the connection breaks.
 */
function googleSource(
  model: string,
  baseUrl: string,
  { apiKey, headers, modelOptions }: ProviderOptions,
): ProviderSource {
  const label = "Google";
  const facts = { label, model, baseUrl, keyName: "GOOGLE_API_KEY" };
  const address = `${withoutSlash(baseUrl)}/v1beta/models/${encodeURIComponent(model)}`;
  const open = once(async () => {
    const { ChatGoogleGenerativeAI } = await load(
      import("@langchain/google-genai"),
      "@langchain/google-genai",
    );
    const key = keyFrom(apiKey, label, "GOOGLE_API_KEY", "GEMINI_API_KEY");
    const chat = new ChatGoogleGenerativeAI({
      ...modelOptions,
      model,
      apiKey: key,
      baseUrl,
    }) as unknown as RequestBuilder;
    return { chat, headers: { "x-goog-api-key": key, ...headers } };
  });

  return {
    facts,
    async *stream(messages, options) {
      const { chat, headers: keys } = await open();
      const request = chat._buildGenerateContentRequest(portable(messages, options), {
        tools: options.tools.length > 0 ? [...options.tools] : undefined,
      });
      const body = {
        ...request,
        contents: merged(request.contents.map(withSignaturesOf(messages))),
        generationConfig: { ...request.generationConfig, ...answerFormat(options) },
      };
      const response = await post(`${address}:streamGenerateContent?alt=sse`, {
        headers: keys,
        body,
        signal: options.signal,
      });
      yield* readCandidates(response, label);
    },
    async check(signal) {
      const { headers: keys } = await open();
      await succeeded(await fetch(address, { headers: keys, signal }));
    },
  };
}

/** Not the adapter's `responseSchema`: that one is not JSON Schema, and refuses much of it. */
function answerFormat({ answerSchema }: RawStreamOptions): object {
  return answerSchema ? { responseMimeType: "application/json", responseJsonSchema: answerSchema } : {};
}

interface Content {
  role: string;
  parts: Record<string, unknown>[];
}

interface RequestBuilder {
  _buildGenerateContentRequest(
    messages: BaseMessage[],
    options: object,
  ): { contents: Content[]; generationConfig?: object; [key: string]: unknown };
}

function portable(messages: readonly BaseMessage[], { instruction }: RawStreamOptions): BaseMessage[] {
  const whole = withOneSystemMessage(withoutEmptyAnswers(withInstruction(messages, instruction)));
  return withAcceptedCalls(whole, anyId).map((message) =>
    isAI(message) && typeof message.content !== "string" && !writtenBy(message, "google")
      ? copyAI(message, { content: textOf(message) })
      : message,
  );
}

/**
 * For Gemini 3 the adapter (2.3.2) puts a made-up signature on every call that has none. It is due on the
 * first call of a message that Gemini did not write; on a sibling of a signed call it is refused.
 */
function withSignaturesOf(messages: readonly BaseMessage[]): (content: Content) => Content {
  const own = new Set(
    messages.flatMap((message) => Object.values(message.additional_kwargs[signaturesKey] ?? {})),
  );
  return ({ role, parts }) => {
    const first = parts.findIndex(({ functionCall }) => functionCall);
    return {
      role,
      parts: parts.map(({ thoughtSignature: signature, ...part }, position) => {
        const isKept = signature && (position <= first || !part["functionCall"] || own.has(signature));
        return isKept ? { ...part, thoughtSignature: signature } : part;
      }),
    };
  };
}

/** The adapter sends each tool result as a turn of its own; Gemini wants all results of a turn together. */
function merged(contents: readonly Content[]): Content[] {
  const result: Content[] = [];
  for (const { role, parts } of contents) {
    const last = result.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else result.push({ role, parts: [...parts] });
  }
  return result;
}

/** Where LangChain's adapter looks for the signatures that have to go back with their calls. */
const signaturesKey = "__gemini_function_call_thought_signatures__";

interface Candidates {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly Part[] };
    readonly finishReason?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: {
    readonly promptTokenCount?: number;
    readonly candidatesTokenCount?: number;
    readonly thoughtsTokenCount?: number;
    readonly cachedContentTokenCount?: number;
    readonly totalTokenCount?: number;
  };
  readonly responseId?: string;
  readonly error?: unknown;
}

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: {
    readonly id?: string;
    readonly name?: string;
    readonly args?: Record<string, unknown>;
  };
}

async function* readCandidates(response: HttpAnswer, label: string): AsyncGenerator<readonly RawChunk[]> {
  let finished = false;
  let said = false;
  let usage: UsageMetadata | undefined;
  yield [{ metadata: { model_provider: "google" } }];
  yield* convertBatches(readEvents(bodyOf(response, label)), (data) => {
    const answer: Candidates = parseJson(data, label);
    if (answer.error) throw midStreamError(answer.error, label);
    const chunk = toRawChunk(answer);
    if (chunk.finishReason) finished = true;
    said ||= Boolean(chunk.text || chunk.toolCalls?.length);
    if (!said && chunk.finishReason && unreadable.has(chunk.finishReason))
      throw unreadableCall(chunk.finishReason);
    // Counts are cumulative: only the last ones count.
    usage = toUsage(answer.usageMetadata) ?? usage;
    return chunk;
  });
  if (!finished) throw cutOff(label);
  if (usage) yield [{ usage }];
}

const unreadable = new Set(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"]);

/** Gemini keeps such a call to itself: without an error the user would get silence. */
function unreadableCall(reason: string): ModelError {
  return new ModelError(`Google's model wrote a call that cannot be read (${reason}). Try again.`, {
    kind: "unavailable",
  });
}

function toRawChunk({ candidates, promptFeedback, responseId }: Candidates): RawChunk {
  const [candidate] = candidates ?? [];
  const parts = candidate?.content?.parts ?? [];
  const calls = parts.filter(({ functionCall }) => functionCall);
  return {
    text: joined(parts, ({ text, thought }) => (thought ? undefined : text)),
    thinking: joined(parts, ({ text, thought }) => (thought ? text : undefined)),
    blocks: parts.filter(({ thought, text }) => thought && text).map(toThinking),
    toolCalls: calls.map(toFragment),
    finishReason: candidate?.finishReason ?? (promptFeedback?.blockReason ? "SAFETY" : undefined),
    id: responseId,
  };
}

function joined(parts: readonly Part[], pick: (part: Part) => string | undefined): string | undefined {
  return parts.map((part) => pick(part) ?? "").join("") || undefined;
}

function toThinking({ text, thoughtSignature }: Part): ContentFragment {
  return {
    type: "thinking",
    index: 0,
    thinking: text,
    ...(thoughtSignature && { signature: thoughtSignature }),
  };
}

function toFragment({ functionCall, thoughtSignature }: Part): ToolCallFragment {
  return {
    id: functionCall?.id,
    name: functionCall?.name,
    args: functionCall?.args ?? {},
    extras: thoughtSignature ? (id) => ({ [signaturesKey]: { [id]: thoughtSignature } }) : undefined,
  };
}

function toUsage(usage: Candidates["usageMetadata"]): UsageMetadata | undefined {
  if (!usage) return undefined;
  const {
    promptTokenCount = 0,
    candidatesTokenCount = 0,
    thoughtsTokenCount = 0,
    cachedContentTokenCount = 0,
    totalTokenCount,
  } = usage;
  const output = candidatesTokenCount + thoughtsTokenCount;
  return {
    input_tokens: promptTokenCount,
    output_tokens: output,
    total_tokens: totalTokenCount ?? promptTokenCount + output,
    ...(cachedContentTokenCount && { input_token_details: { cache_read: cachedContentTokenCount } }),
    ...(thoughtsTokenCount && { output_token_details: { reasoning: thoughtsTokenCount } }),
  };
}
