import { piecesOf, type CallPiece } from "./call-pieces.ts";
import { asObject, type JsonObject } from "./json-value.ts";
import { resolveCalls, type CallIdForm, type ResolvedCall } from "./resolved-call.ts";
import {
  chunksOf,
  finishOf,
  usageOf,
  type WireCallShape,
  type WireCallsStep,
  type WireThinkingStep,
  type WireTurn,
} from "./script.ts";
import { callsOf, wholeBlocks, type WholeBlock } from "./whole-turn.ts";
import type { WireEncoder, WireEvent, WireOrder } from "./wire-protocol.ts";

/** Where the servers of the chat completions family differ. */
export interface ChatCompletionsDialect {
  idForm: CallIdForm;
  completionId(): string;
  usualShape: WireCallShape;
  /** Mistral sends whole calls without an index, and with them the finish reason and the usage. */
  callsWithFinish: boolean;
  /** Usage in a chunk of its own, on demand, or always in the last one. */
  usageChunk: "on-demand" | "with-finish";
  /** The provider's word for a finish reason. */
  finishWord(finish: string): string;
  /** The delta of one thinking chunk. */
  thinkingDelta(chunk: string, step: WireThinkingStep): JsonObject;
  /** Content and thinking fields of a message that is not streamed. */
  wholeContent(blocks: readonly WholeBlock[]): JsonObject;
}

const openAIFinishWords = new Map([
  ["stop", "stop"],
  ["tool-calls", "tool_calls"],
  ["length", "length"],
  ["content-filter", "content_filter"],
]);

export function openAIFinishWord(finish: string): string {
  return openAIFinishWords.get(finish) ?? finish;
}

export interface CompletionAnswer {
  dialect: ChatCompletionsDialect;
  turn: WireTurn;
  order: WireOrder;
}

interface ChunkEnd {
  finish?: string | null;
  usage?: JsonObject | undefined;
}

export function encodeCompletion({ dialect, turn, order }: CompletionAnswer): WireEncoder {
  const usageWanted = asObject(order.body["stream_options"])["include_usage"] === true;
  const usageOnDemand = dialect.usageChunk === "on-demand" && usageWanted;
  const head = {
    id: dialect.completionId(),
    object: "chat.completion.chunk",
    created: now(),
    model: order.model,
  };
  // Mistral's last calls wait here until it is known whether the turn ends with them.
  let held: JsonObject | undefined;

  const chunk = (delta: JsonObject, { finish = null, usage }: ChunkEnd = {}): WireEvent => ({
    data: {
      ...head,
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(usage ? { usage } : usageOnDemand ? { usage: null } : {}),
    },
  });
  const release = (): WireEvent[] => {
    const delta = held;
    held = undefined;
    return delta ? [chunk(delta)] : [];
  };

  // Benchmarks stream tens of thousands of text chunks: all but the text is made once.
  const [beforeText = "", afterText = ""] = JSON.stringify(chunk({ content: "\u0000" }).data).split(
    '"\\u0000"',
  );

  return {
    open: () => [chunk({ role: "assistant", content: "" })],
    text: (content) => [...release(), { data: `${beforeText}${JSON.stringify(content)}${afterText}` }],
    *thinking(step) {
      yield* release();
      for (const text of chunksOf(step.thinking)) yield chunk(dialect.thinkingDelta(text, step));
    },
    *calls(step) {
      yield* release();
      const shape = step.shape ?? dialect.usualShape;
      const deltas = callDeltas({ ...step, shape }, dialect);
      const inFragments = shape === "fragments" || shape === "interleaved";
      if (dialect.callsWithFinish && !inFragments) held = deltas.pop();
      for (const delta of deltas) yield chunk(delta);
    },
    ping: () => [],
    *close() {
      const delta = held ?? (dialect.callsWithFinish ? { content: "" } : {});
      const usage = dialect.usageChunk === "with-finish" ? completionUsage(turn) : undefined;
      yield chunk(delta, { finish: dialect.finishWord(finishOf(turn)), usage });
      if (usageOnDemand) yield { data: { ...head, choices: [], usage: completionUsage(turn) } };
      yield { data: "[DONE]" };
    },
  };
}

function callDeltas(step: WireCallsStep, { idForm, callsWithFinish }: ChatCompletionsDialect): JsonObject[] {
  const calls = resolveCalls(step, idForm);
  const inFragments = step.shape === "fragments" || step.shape === "interleaved";
  const noIndex = step.noIndex ?? (callsWithFinish && !inFragments);
  const indexOf = ({ position }: CallPiece) => (step.allIndexZero ? 0 : position + (step.indexFrom ?? 0));
  return piecesOf(calls, step).map((pieces) => ({
    ...(callsWithFinish ? { content: "" } : {}),
    tool_calls: pieces.map((piece) => ({
      ...(noIndex ? {} : { index: indexOf(piece) }),
      ...pieceFields(piece, { ids: step.ids, alwaysNamed: callsWithFinish }),
    })),
  }));
}

function pieceFields(
  { call, first, text }: CallPiece,
  { ids, alwaysNamed }: { ids: WireCallsStep["ids"]; alwaysNamed: boolean },
): JsonObject {
  const id = call.id === undefined ? {} : { id: call.id };
  if (first) return { ...id, type: "function", function: { name: call.name, arguments: text } };
  if (ids === "repeated" || call.id === "") return { ...id, function: { name: "", arguments: text } };
  return { function: alwaysNamed ? { name: "", arguments: text } : { arguments: text } };
}

/** The answer to a request that is not streamed. */
export function wholeCompletion({ dialect, turn, order }: CompletionAnswer): JsonObject {
  const blocks = wholeBlocks(turn, dialect.idForm);
  const calls = callsOf(blocks);
  const message = {
    role: "assistant",
    ...dialect.wholeContent(blocks),
    ...(calls.length > 0 ? { tool_calls: calls.map(wholeCall) } : {}),
  };
  return {
    id: dialect.completionId(),
    object: "chat.completion",
    created: now(),
    model: order.model,
    choices: [{ index: 0, message, finish_reason: dialect.finishWord(finishOf(turn)) }],
    usage: completionUsage(turn),
  };
}

function wholeCall({ id, name, text }: ResolvedCall): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    type: "function",
    function: { name, arguments: text || "{}" },
  };
}

function completionUsage(turn: WireTurn): JsonObject {
  const { input, output, cached, thinking } = usageOf(turn);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: thinking },
  };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
