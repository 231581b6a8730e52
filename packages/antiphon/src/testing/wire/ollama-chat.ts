import type { JsonObject } from "./json-value.ts";
import { resolveCalls, type CallIdForm, type ResolvedCall } from "./resolved-call.ts";
import { chunksOf, finishOf, usageOf, type WireCallsStep, type WireTurn } from "./script.ts";
import { callsOf, textOf, thinkingOf, wholeBlocks } from "./whole-turn.ts";
import { WireRefusal } from "./wire-failure.ts";
import type { WireEncoder, WireEvent, WireOrder } from "./wire-protocol.ts";

export interface OllamaAnswer {
  turn: WireTurn;
  order: WireOrder;
  idForm: CallIdForm;
}

export function encodeOllamaChat({ turn, order, idForm }: OllamaAnswer): WireEncoder {
  const line = (message: JsonObject, end: JsonObject = { done: false }): WireEvent => ({
    data: { ...lineHead(order), message: { role: "assistant", content: "", ...message }, ...end },
  });
  return {
    open: () => [],
    text: (content) => [line({ content })],
    *thinking(step) {
      for (const thinking of chunksOf(step.thinking)) yield line({ thinking });
    },
    *calls(step) {
      const calls = resolveCalls(step, idForm);
      const { leaked, complete } = readable(calls, turn);
      const entries = complete.map((call) => callEntry(call, { step, position: calls.indexOf(call) }));
      if (entries.length > 0) {
        if (step.shape === undefined || step.shape === "whole" || step.shape === "idless") {
          yield line({ tool_calls: entries });
        } else for (const entry of entries) yield line({ tool_calls: [entry] });
      }
      if (leaked !== "") yield line({ content: leaked });
    },
    ping: () => [],
    close: () => [line({}, lastFields(turn))],
  };
}

/** The answer to a request that is not streamed. */
export function wholeOllamaChat({ turn, order, idForm }: OllamaAnswer): JsonObject {
  const blocks = wholeBlocks(turn, idForm);
  const { leaked, complete } = readable(callsOf(blocks), turn);
  const thinking = thinkingOf(blocks);
  const message = {
    role: "assistant",
    content: textOf(blocks) + leaked,
    ...(thinking === "" ? {} : { thinking }),
    ...(complete.length > 0
      ? { tool_calls: complete.map((call, position) => callEntry(call, { step: { calls: [] }, position })) }
      : {}),
  };
  return { ...lineHead(order), message, ...lastFields(turn) };
}

/**
 * Ollama reads the calls from the model's text itself: one that breaks off at the length limit stays text, one that it
 * cannot read ends the answer with an error.
 */
function readable(
  calls: readonly ResolvedCall[],
  turn: WireTurn,
): { leaked: string; complete: ResolvedCall[] } {
  const complete = calls.filter(({ value }) => value !== undefined);
  const broken = calls.find(({ value }) => value === undefined);
  if (!broken) return { leaked: "", complete };
  if (finishOf(turn) === "length")
    return { leaked: `{"name": "${broken.name}", "arguments": ${broken.text}`, complete };
  throw new WireRefusal({
    status: 500,
    message: `error parsing tool call: raw='${broken.text}', err=unexpected end of JSON input`,
  });
}

function callEntry(
  { id, name, value }: ResolvedCall,
  { step, position }: { step: WireCallsStep; position: number },
): JsonObject {
  const index = step.allIndexZero ? 0 : position + (step.indexFrom ?? 0);
  return {
    ...(id === undefined ? {} : { id }),
    function: { ...(step.noIndex ? {} : { index }), name, arguments: value },
  };
}

function lineHead({ model }: WireOrder): JsonObject {
  return { model, created_at: new Date().toISOString() };
}

function lastFields(turn: WireTurn): JsonObject {
  const { input, output } = usageOf(turn);
  const finish = finishOf(turn);
  // Ollama knows no other reasons: calls and refusals end with "stop" too.
  const reason = finish === "tool-calls" || finish === "content-filter" ? "stop" : finish;
  return {
    done: true,
    done_reason: reason,
    total_duration: 1_204_567_000,
    load_duration: 20_113_000,
    prompt_eval_count: input,
    prompt_eval_duration: 101_220_000,
    eval_count: output,
    eval_duration: 880_432_000,
  };
}
