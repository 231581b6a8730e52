import { createServer } from "node:http";
import { toolAnswer, workloads } from "./workloads.js";

/**
 * The model's side: chat completions, streamed, from a script. Answers are rendered once and written whole, so
 * that the server costs little and every contender reads the same bytes. It also checks what it is sent:
 * streaming, the tool offered, and the right result for every call, so that nobody wins by doing less.
 */
const rendered = new Map();

function chunk(id, choices, usage = null) {
  return `data: ${JSON.stringify({
    id,
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "scripted-1",
    service_tier: "default",
    system_fingerprint: "fp_3f2b1c9d7a",
    choices,
    usage,
  })}\n\n`;
}

function render({ text, calls }, id) {
  const delta = (fields, finish_reason = null) =>
    chunk(id, [{ index: 0, delta: fields, logprobs: null, finish_reason }]);
  const parts = [delta({ role: "assistant", content: "", refusal: null })];
  for (const content of text) parts.push(delta({ content }));
  calls.forEach(({ id, pieces }, index) => {
    const begun = { index, id, type: "function", function: { name: "lookup", arguments: "" } };
    parts.push(delta({ tool_calls: [begun] }));
    for (const piece of pieces)
      parts.push(delta({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  parts.push(delta({}, calls.length > 0 ? "tool_calls" : "stop"));
  parts.push(chunk(id, [], { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }));
  parts.push("data: [DONE]\n\n");
  return Buffer.from(parts.join(""));
}

function answerTo(name, results) {
  const key = `${name} ${results}`;
  let bytes = rendered.get(key);
  if (!bytes) {
    // Messages of one conversation have ids of their own, as some contenders go by them.
    bytes = render(workloads.get(name).script(results), `chatcmpl-Bx3kq9T7vYw${results}`);
    rendered.set(key, bytes);
  }
  return bytes;
}

const expectedResults = new Map();

/** The result that each call id must have, by workload. */
function resultsOf(name) {
  let expected = expectedResults.get(name);
  if (!expected) {
    expected = new Map();
    const { script, calls } = workloads.get(name);
    for (let results = 0; results < calls;) {
      const turn = script(results);
      for (const { id, pieces } of turn.calls) expected.set(id, toolAnswer(JSON.parse(pieces.join(""))));
      results += turn.calls.length;
    }
    expectedResults.set(name, expected);
  }
  return expected;
}

function problemOf({ model, stream, tools, messages }) {
  if (!workloads.get(model)?.script) return `no workload ${model}`;
  if (stream !== true) return "not a streamed request";
  if (tools?.length !== 1 || tools[0].function?.name !== "lookup") return "the tool is not offered";
  if (!tools[0].function.parameters?.properties?.query) return "the tool has no schema";
  const expected = resultsOf(model);
  const asked = new Set();
  for (const message of messages) {
    for (const { id } of message.tool_calls ?? []) asked.add(id);
    if (message.role !== "tool") continue;
    const { tool_call_id: id, content } = message;
    if (!asked.delete(id)) return `a result for ${id}, which was not called`;
    if (!JSON.stringify(content).includes(expected.get(id)))
      return `a wrong result for ${id}: ${JSON.stringify(content)}`;
  }
  return asked.size > 0 ? `no result for ${[...asked].join(", ")}` : undefined;
}

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    const body = JSON.parse(Buffer.concat(parts).toString());
    const problem = problemOf(body);
    if (problem) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ error: { message: `Bench: ${problem}`, type: "invalid_request_error" } }),
      );
      return;
    }
    const results = body.messages.filter(({ role }) => role === "tool").length;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.end(answerTo(body.model, results));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit(0));
