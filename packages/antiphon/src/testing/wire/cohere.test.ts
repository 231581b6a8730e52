import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "./json-value.ts";
import { errorText, rawChat } from "./raw-chat.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("cohere", options);
  servers.push(server);
  return server;
}

test("calls come in OpenAI's form with Cohere's ids, which may restart in every turn", async () => {
  const calls = [{ name: "get_time", args: {} }];
  const running = await start({
    turns: [
      { steps: [{ calls }] },
      ...[1, 2].map(() => ({ steps: [{ calls, ids: "restarting" as const }] })),
    ],
  });
  expect(running.url).toBe(`${running.origin}/compatibility/v1`);
  const [fresh, once, again] = [await idOf(running), await idOf(running), await idOf(running)];
  expect(fresh).toMatch(/^get_time_[0-9a-f]{12}$/);
  expect(once).toBe(again);
});

async function idOf(running: WireServer): Promise<string | undefined> {
  return /"id":"(get_time_[^"]+)"/.exec(await (await rawChat(running)).text())?.[1];
}

const user = { role: "user", content: "hi" };
const call = (id: unknown, more: JsonObject = {}): JsonObject => ({
  id,
  type: "function",
  function: { name: "one", arguments: "{}", ...more },
});
const asks = (...calls: JsonObject[]): JsonObject => ({ role: "assistant", tool_calls: calls });
const result = (id: unknown): JsonObject => ({ role: "tool", tool_call_id: id, content: "ok" });

test("ids that repeat in later turns are accepted", async () => {
  const running = await start({ turns: [{ steps: ["fine"] }] });
  const messages = [user, asks(call("a")), result("a"), asks(call("a")), result("a")];
  expect((await rawChat(running, { messages })).status).toBe(200);
});

test.each<[string, JsonObject, string]>([
  [
    "a call without a result",
    { messages: [user, asks(call("a")), user] },
    "missing tool results for tool call ids: a",
  ],
  ["an orphaned result", { messages: [user, result("a")] }, "tool call id 'a' not found"],
  [
    "a duplicate result",
    { messages: [user, asks(call("a")), result("a"), result("a")] },
    "tool call id 'a' not found",
  ],
  [
    "duplicate ids in one message",
    { messages: [user, asks(call("a"), call("a"))] },
    "duplicate tool call id 'a'",
  ],
  ["an empty id", { messages: [user, asks(call(""))] }, "has no id"],
  [
    "arguments that are not JSON",
    { messages: [user, asks(call("a", { arguments: '{"x": ' }))] },
    "must be a JSON object",
  ],
  ["a wrong name", { messages: [user, asks(call("a", { name: "a b" }))] }, "invalid function name"],
  [
    "another provider's block",
    { messages: [{ role: "user", content: [{ type: "tool_use" }] }] },
    "invalid type of content block in messages[0]: tool_use",
  ],
  ["empty tools", { tools: [] }, "at least one tool"],
  [
    "an empty message",
    { messages: [{ role: "user", content: "" }] },
    "must have non-empty content or tool calls",
  ],
  ["an answer at the end", { messages: [user, { role: "assistant", content: "x" }] }, "last message must be"],
])("%s is refused", async (_rule, body, words) => {
  const response = await rawChat(await start({}), body);
  expect(response.status).toBe(400);
  expect(errorText(await response.json())).toContain(words);
});
