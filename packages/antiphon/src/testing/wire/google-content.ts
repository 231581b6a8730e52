import type { IssuedCallSignatures } from "./google-signatures.ts";
import type { JsonObject } from "./json-value.ts";
import { resolveCalls, type CallIdForm, type ResolvedCall } from "./resolved-call.ts";
import { chunksOf, finishOf, isThinkingStep, usageOf, type WireTurn } from "./script.ts";
import { wholeBlocks } from "./whole-turn.ts";
import type { WireEncoder, WireEvent, WireOrder } from "./wire-protocol.ts";

export interface GeminiAnswer {
  turn: WireTurn;
  order: WireOrder;
  responseId: string;
  idForm: CallIdForm;
  signatures: IssuedCallSignatures;
}

const finishReasons = new Map([
  ["stop", "STOP"],
  ["tool-calls", "STOP"],
  ["length", "MAX_TOKENS"],
  ["content-filter", "SAFETY"],
]);

export function encodeGeminiContent({
  turn,
  order,
  responseId,
  idForm,
  signatures,
}: GeminiAnswer): WireEncoder {
  const toPart = partMaker(turn, signatures);
  let sent = 0;
  let malformed = false;

  const chunk = (parts: readonly JsonObject[], finishReason?: string): WireEvent => {
    sent += 1;
    const ended = finishReason !== undefined;
    const candidate = { content: { parts, role: "model" }, ...(ended ? { finishReason } : {}), index: 0 };
    const usageMetadata = geminiUsage(turn, ended ? undefined : sent);
    return { data: { candidates: [candidate], usageMetadata, modelVersion: order.model, responseId } };
  };

  return {
    open: () => [],
    text: (text) => [chunk([{ text }])],
    *thinking(step) {
      for (const text of chunksOf(step.thinking)) yield chunk([{ text, thought: true }]);
    },
    *calls(step) {
      const calls = resolveCalls(step, idForm);
      const parts = calls.map(toPart).filter((part) => part !== undefined);
      malformed ||= parts.length < calls.length;
      if (parts.length === 0) return;
      if (step.shape === undefined || step.shape === "whole" || step.shape === "idless") yield chunk(parts);
      else for (const part of parts) yield chunk([part]);
    },
    ping: () => [],
    close: () => [chunk([{ text: "" }], finishReason(turn, malformed))],
  };
}

/** The answer to `generateContent`. */
export function wholeGeminiContent({
  turn,
  order,
  responseId,
  idForm,
  signatures,
}: GeminiAnswer): JsonObject {
  const toPart = partMaker(turn, signatures);
  let malformed = false;
  const parts = wholeBlocks(turn, idForm).flatMap((block): JsonObject[] => {
    if (block.type === "text") return [{ text: block.text }];
    if (block.type === "thinking") return [{ text: block.text, thought: true }];
    const part = toPart(block.call);
    malformed ||= part === undefined;
    return part ? [part] : [];
  });
  const content = { parts, role: "model" };
  return {
    candidates: [{ content, finishReason: finishReason(turn, malformed), index: 0 }],
    usageMetadata: geminiUsage(turn),
    modelVersion: order.model,
    responseId,
  };
}

/** Gemini sends no call whose arguments it could not finish; only the first call after thinking is signed unasked. */
function partMaker(
  turn: WireTurn,
  signatures: IssuedCallSignatures,
): (call: ResolvedCall) => JsonObject | undefined {
  let signNext = turn.steps.some(isThinkingStep);
  return (call) => {
    if (call.value === undefined) return undefined;
    const thoughtSignature = signatures.issue(call, call.signature ?? signNext);
    signNext = false;
    const args = call.text === "" ? {} : { args: call.value };
    return {
      functionCall: { name: call.name, ...args, ...(call.id === undefined ? {} : { id: call.id }) },
      ...(thoughtSignature === undefined ? {} : { thoughtSignature }),
    };
  };
}

function finishReason(turn: WireTurn, malformed: boolean): string {
  if (malformed && turn.finish === undefined) return "MALFORMED_FUNCTION_CALL";
  const finish = finishOf(turn);
  return finishReasons.get(finish) ?? finish;
}

/** Cumulative: every chunk tells the tokens so far, the last one all of them. */
function geminiUsage(turn: WireTurn, soFar?: number): JsonObject {
  const { input, output, cached, thinking } = usageOf(turn);
  const visible = output - thinking;
  const candidates = soFar === undefined ? visible : Math.min(soFar, visible);
  return {
    promptTokenCount: input,
    candidatesTokenCount: candidates,
    totalTokenCount: input + candidates + thinking,
    ...(cached > 0 ? { cachedContentTokenCount: cached } : {}),
    ...(thinking > 0 ? { thoughtsTokenCount: thinking } : {}),
  };
}
