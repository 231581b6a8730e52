import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from "@langchain/core/messages";
import { z } from "zod";

const part = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("text"), text: z.string() }),
    z.object({ type: z.literal("refusal"), refusal: z.string() }),
  ],
  "must be of type text: images, audio and files are not understood here",
);
const content = z.union([z.string(), z.array(part)], "must be a text or a list of text parts");

const calls = z.array(
  z.object({
    id: z.string(),
    type: z.literal("function").default("function"),
    function: z.object({ name: z.string(), arguments: z.string() }),
  }),
);

const messageSchema = z.discriminatedUnion(
  "role",
  [
    z.object({ role: z.enum(["system", "developer"]), content }),
    z.object({ role: z.literal("user"), content }),
    z.object({ role: z.literal("assistant"), content: content.nullish(), tool_calls: calls.nullish() }),
    z.object({ role: z.literal("tool"), content, tool_call_id: z.string() }),
  ],
  "needs a role: system, developer, user, assistant or tool",
);

/** A request of OpenAI's chat completions. What is not named here is accepted and has no effect. */
export const completionSchema = z.object({
  model: z.string("must be a text"),
  messages: z.array(messageSchema, "must be a list of messages").min(1, "must not be empty"),
  stream: z.boolean("must be true or false").nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, "must be 1").nullish(),
  tools: z.array(z.unknown()).nullish(),
  functions: z.array(z.unknown()).nullish(),
  response_format: z
    .object({ type: z.literal("text", "must be text: other formats are not supported") })
    .nullish(),
});

export type Completion = z.output<typeof completionSchema>;

/** The history as the runtime wants it. A client's own instructions take the place of ours. */
export function toHistory(messages: Completion["messages"], systemPrompt: string): BaseMessage[] {
  const instructed = messages.some(({ role }) => role === "system" || role === "developer");
  const history = messages.map((message): BaseMessage => {
    switch (message.role) {
      case "system":
      case "developer":
        return new SystemMessage(textOf(message.content));
      case "user":
        return new HumanMessage(textOf(message.content));
      case "tool":
        return new ToolMessage({ content: textOf(message.content), tool_call_id: message.tool_call_id });
      case "assistant":
        return new AIMessage({
          content: textOf(message.content ?? ""),
          tool_calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({
            type: "tool_call" as const,
            id,
            name,
            args: parseArguments(args),
          })),
        });
      default:
        return message satisfies never;
    }
  });
  return instructed ? history : [new SystemMessage(systemPrompt), ...history];
}

function textOf(value: z.output<typeof content>): string {
  if (typeof value === "string") return value;
  return value.map((each) => (each.type === "text" ? each.text : each.refusal)).join("");
}

/** Calls of the past are not run again; arguments that cannot be read are as good as none. */
function parseArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
