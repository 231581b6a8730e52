import type { RunEvent, StopReason } from "antiphon";
import { modelFailure } from "../runs/model-failure.ts";
import type { WireUsage } from "../runs/run-event.ts";
import type { StreamItem } from "./event-stream.ts";

export interface ChunkOptions {
  head: { id: string; created: number; model: string };
  /** One more chunk with the usage before the end. */
  includeUsage: boolean;
  onFailure: (error: unknown) => void;
}

/** A run as chunks of a completion: only what the model says; its tool calls are our own affair. */
export async function* completionChunks(
  events: AsyncIterable<RunEvent>,
  { head, includeUsage, onFailure }: ChunkOptions,
): AsyncGenerator<StreamItem> {
  const chunk = (choices: readonly object[], more: object = {}): StreamItem => ({
    data: JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more }),
  });
  const choice = (delta: object, finish_reason: string | null = null): StreamItem =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason }]);

  yield choice({ role: "assistant", content: "" });
  let shown = false;
  let separator = "";
  try {
    for await (const event of events) {
      if (event.type === "text-delta" && event.text !== "") {
        yield choice({ content: separator + event.text });
        shown = true;
        separator = "";
      } else if (event.type === "message" && shown) separator = "\n";
      else if (event.type === "end") {
        yield choice({}, finishReason(event.stopReason));
        if (includeUsage) yield chunk([], { usage: toUsage(event.usage) });
      }
    }
  } catch (error) {
    onFailure(error);
    const { message } = modelFailure(error);
    yield {
      data: JSON.stringify({ error: { message, type: "server_error", param: null, code: "model_failed" } }),
    };
  }
  yield { data: "[DONE]" };
}

export function finishReason(stopReason: StopReason): "stop" | "length" | "content_filter" {
  if (stopReason === "length") return "length";
  return stopReason === "content-filter" ? "content_filter" : "stop";
}

export function toUsage({ input_tokens, output_tokens, total_tokens }: WireUsage): object {
  return { prompt_tokens: input_tokens, completion_tokens: output_tokens, total_tokens };
}
