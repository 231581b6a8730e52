import type { BaseMessage } from "@langchain/core/messages";
import { callsOf, isAI, isToolResult, textOf } from "../chat/messages.ts";

/** Messages in Ollama's form: content is always a string, results carry the tool's name. */
export function toOllamaMessages(messages: readonly BaseMessage[]): object[] {
  return messages.map((message) => {
    if (isToolResult(message)) {
      return {
        role: "tool",
        content: textOf(message),
        tool_name: message.name ?? nameOf(message.tool_call_id, messages),
        tool_call_id: message.tool_call_id,
      };
    }
    if (!isAI(message))
      return {
        role: message.type === "system" ? "system" : "user",
        content: textOf(message),
        ...images(message),
      };
    const calls = callsOf(message).map(({ id, name, args }, index) => ({
      id,
      function: { index, name, arguments: args as unknown },
    }));
    const thinking = message.additional_kwargs["reasoning_content"];
    return {
      role: "assistant",
      content: textOf(message),
      ...(typeof thinking === "string" && { thinking }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
  });
}

function nameOf(id: string, messages: readonly BaseMessage[]): string | undefined {
  return messages.flatMap(callsOf).find((call) => call.id === id)?.name;
}

/** Images as Ollama wants them: base64 without the prefix, beside the text. */
function images({ content }: BaseMessage): object {
  if (typeof content === "string") return {};
  const found = content.flatMap((block) => {
    const image = block.type === "image_url" ? block["image_url"] : undefined;
    const url = typeof image === "string" ? image : (image as { url?: unknown } | undefined)?.url;
    return typeof url === "string" ? [url.replace(/^data:.*?;base64,/, "")] : [];
  });
  return found.length > 0 ? { images: found } : {};
}
