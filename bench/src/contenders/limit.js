/**
 * The limit: what a careful person writes by hand for exactly this protocol, and nothing more. It streams text,
 * assembles calls, parses and validates arguments, runs the tools of a message at once and keeps the history. It
 * has no deadline, no cancellation, no retry, no repair.
 */
export async function open(options) {
  return converseWith(post, options);
}

async function post(url, { headers, body }) {
  const response = await fetch(url, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
  return response.body;
}

export function converseWith(send, { baseUrl, model, tool, maxRounds, jsonSchema }) {
  const url = `${baseUrl}/chat/completions`;
  const { name, description } = tool;
  const tools = [{ type: "function", function: { name, description, parameters: jsonSchema } }];
  const headers = { "content-type": "application/json", authorization: "Bearer none" };

  return async (question, onText) => {
    const messages = [{ role: "user", content: question }];
    for (let round = 0; round < maxRounds; round++) {
      const request = { model, messages, tools, stream: true, stream_options: { include_usage: true } };
      const answer = await send(url, { headers, body: JSON.stringify(request) });
      const { text, calls } = await readTurn(answer, onText);
      if (calls.length === 0) {
        messages.push({ role: "assistant", content: text });
        return messages;
      }
      messages.push({ role: "assistant", content: text, tool_calls: calls });
      messages.push(...(await Promise.all(calls.map((call) => execute(call, tool)))));
    }
    throw new Error("too many rounds");
  };
}

async function execute({ id, function: { name, arguments: text } }, tool) {
  let content;
  try {
    if (name !== tool.name) throw new Error(`unknown tool ${name}`);
    const parsed = tool.schema.safeParse(JSON.parse(text));
    if (!parsed.success) throw parsed.error;
    content = await tool.run(parsed.data);
  } catch (error) {
    content = `Error: ${error.message}`;
  }
  return { role: "tool", tool_call_id: id, content };
}

async function readTurn(body, onText) {
  const decoder = new TextDecoder();
  const calls = [];
  let text = "";
  let rest = "";
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
      const delta = JSON.parse(line.slice(6)).choices[0]?.delta;
      if (!delta) continue;
      if (delta.content) {
        text += delta.content;
        onText(delta.content);
      }
      if (!delta.tool_calls) continue;
      for (const { index, id, function: part } of delta.tool_calls) {
        const call = (calls[index] ??= {
          id,
          type: "function",
          function: { name: part.name, arguments: "" },
        });
        call.function.arguments += part.arguments;
      }
    }
  }
  return { text, calls };
}
