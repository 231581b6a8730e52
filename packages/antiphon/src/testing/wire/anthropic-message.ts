import type { IssuedThinking } from "./anthropic-thinking.ts";
import { piecesOf } from "./call-pieces.ts";
import type { JsonObject } from "./json-value.ts";
import { resolveCalls, type CallIdForm, type ResolvedCall } from "./resolved-call.ts";
import { chunksOf, cut, finishOf, usageOf, type WireCallsStep, type WireTurn } from "./script.ts";
import { wholeBlocks } from "./whole-turn.ts";
import type { WireEncoder, WireEvent, WireOrder } from "./wire-protocol.ts";

export interface AnthropicAnswer {
  turn: WireTurn;
  order: WireOrder;
  id: string;
  idForm: CallIdForm;
  thinking: IssuedThinking;
}

const stopReasons = new Map([
  ["stop", "end_turn"],
  ["tool-calls", "tool_use"],
  ["length", "max_tokens"],
  ["content-filter", "refusal"],
]);

export function encodeAnthropicMessage({ turn, order, id, idForm, thinking }: AnthropicAnswer): WireEncoder {
  let next = 0;
  let textIndex: number | undefined;
  const thought: JsonObject[] = [];

  const endText = function* (): Generator<WireEvent> {
    if (textIndex !== undefined) yield stop(textIndex);
    textIndex = undefined;
  };

  return {
    open: () => [
      event({
        type: "message_start",
        message: { ...messageHead(order, id), content: [], ...unfinished(turn) },
      }),
      event({ type: "ping" }),
    ],
    *text(chunk) {
      if (textIndex === undefined) {
        textIndex = next++;
        yield start(textIndex, { type: "text", text: "" });
      }
      yield delta(textIndex, { type: "text_delta", text: chunk });
    },
    *thinking(step) {
      yield* endText();
      const index = next++;
      const block = thinking.issue(step);
      thought.push(block);
      if (step.redacted) {
        yield start(index, block);
      } else {
        yield start(index, { type: "thinking", thinking: "", signature: "" });
        for (const text of chunksOf(step.thinking))
          yield delta(index, { type: "thinking_delta", thinking: text });
        yield delta(index, { type: "signature_delta", signature: block["signature"] });
      }
      yield stop(index);
    },
    *calls(step) {
      yield* endText();
      const calls = resolveCalls(step, idForm);
      for (const call of calls) thinking.leadsTo(String(call.id), [...thought]);
      yield* callEvents(calls, { step, from: next });
      next += calls.length;
    },
    ping: () => [event({ type: "ping" })],
    *close() {
      yield* endText();
      const reason = { stop_reason: stopReason(turn), stop_sequence: null };
      yield event({ type: "message_delta", delta: reason, usage: { output_tokens: usageOf(turn).output } });
      yield event({ type: "message_stop" });
    },
  };
}

/** Every call is a block: its start, an empty first delta, its pieces, its end. */
function* callEvents(
  calls: readonly ResolvedCall[],
  { step, from }: { step: WireCallsStep; from: number },
): Generator<WireEvent> {
  const { shape = "fragments", fragmentSize = 6 } = step;
  const begin = function* (call: ResolvedCall, position: number): Generator<WireEvent> {
    yield start(from + position, { type: "tool_use", ...idOf(call), name: call.name, input: {} });
    yield delta(from + position, { type: "input_json_delta", partial_json: "" });
  };
  if (shape === "interleaved") {
    for (const { call, position, first, text } of piecesOf(calls, step).flat()) {
      if (first) yield* begin(call, position);
      else yield delta(from + position, { type: "input_json_delta", partial_json: text });
    }
    for (const position of calls.keys()) yield stop(from + position);
    return;
  }
  for (const [position, call] of calls.entries()) {
    yield* begin(call, position);
    const size = shape === "fragments" ? fragmentSize : Math.max(1, call.text.length);
    for (const text of cut(call.text, size)) {
      yield delta(from + position, { type: "input_json_delta", partial_json: text });
    }
    yield stop(from + position);
  }
}

/** The answer to a request that is not streamed. */
export function wholeAnthropicMessage({ turn, order, id, idForm, thinking }: AnthropicAnswer): JsonObject {
  const thought: JsonObject[] = [];
  const content: JsonObject[] = [];
  for (const block of wholeBlocks(turn, idForm)) {
    if (block.type === "text") content.push({ type: "text", text: block.text });
    else if (block.type === "thinking") {
      const issued = thinking.issue(block.step);
      thought.push(issued);
      content.push(issued);
    } else {
      const { call } = block;
      thinking.leadsTo(String(call.id), [...thought]);
      content.push({ type: "tool_use", ...idOf(call), name: call.name, input: call.value ?? {} });
    }
  }
  const usage = { ...startUsage(turn), output_tokens: usageOf(turn).output };
  return { ...messageHead(order, id), content, stop_reason: stopReason(turn), stop_sequence: null, usage };
}

function messageHead({ model }: WireOrder, id: string): JsonObject {
  return { id, type: "message", role: "assistant", model };
}

function unfinished(turn: WireTurn): JsonObject {
  return { stop_reason: null, stop_sequence: null, usage: startUsage(turn) };
}

function startUsage(turn: WireTurn): JsonObject {
  const { input, cached } = usageOf(turn);
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: 1,
  };
}

function stopReason(turn: WireTurn): string {
  const finish = finishOf(turn);
  return stopReasons.get(finish) ?? finish;
}

function idOf({ id }: ResolvedCall): JsonObject {
  return id === undefined ? {} : { id };
}

function event(data: JsonObject & { type: string }): WireEvent {
  return { event: data.type, data };
}

function start(index: number, block: JsonObject): WireEvent {
  return event({ type: "content_block_start", index, content_block: block });
}

function delta(index: number, change: JsonObject): WireEvent {
  return event({ type: "content_block_delta", index, delta: change });
}

function stop(index: number): WireEvent {
  return event({ type: "content_block_stop", index });
}
