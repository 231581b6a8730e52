import { afterEach, expect, test } from "vitest";
import { asArray, asObject, type JsonObject } from "./json-value.ts";
import { errorText, rawChat } from "./raw-chat.ts";
import { startWireServer, type WireServer, type WireServerOptions } from "./wire-server.ts";

const servers: WireServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: WireServerOptions): Promise<WireServer> {
  const server = await startWireServer("anthropic", options);
  servers.push(server);
  return server;
}

const user = { role: "user", content: "hi" };
const tools = [{ name: "one", input_schema: { type: "object", properties: {} } }];
const asks = (...content: JsonObject[]): JsonObject => ({ role: "assistant", content });
const result = { type: "tool_result", tool_use_id: "a", content: "ok" };
const text = (words: string): JsonObject => ({ type: "text", text: words });

test("thinking that led to a call must come back unmodified while the tool loop lasts", async () => {
  const running = await start({
    turns: [{ steps: [{ thinking: "hm" }, { calls: [{ id: "a", name: "one" }] }] }],
  });
  const { content } = asObject(await (await rawChat(running, { tools }, { stream: false })).json());
  const [thinking, call] = asArray(content).map(asObject);
  const ask = async (messages: JsonObject[]): Promise<string> => {
    running.enqueue({ steps: ["fine"] });
    const response = await rawChat(running, { tools, messages }, { stream: false });
    return response.ok ? "accepted" : errorText(await response.json());
  };
  const loop = (...blocks: JsonObject[]): JsonObject[] => [
    user,
    asks(...blocks),
    { role: "user", content: [result] },
  ];
  expect(await ask(loop(thinking!, call!))).toBe("accepted");
  expect(await ask(loop(call!))).toContain(
    "Expected `thinking` or `redacted_thinking`, but found `tool_use`",
  );
  expect(await ask(loop({ ...thinking, thinking: "hmm" }, call!))).toContain("cannot be modified");
  expect(await ask(loop({ ...thinking, signature: "x" }, call!))).toContain("Invalid `signature`");
  expect(await ask([...loop(call!), asks(text("done")), user])).toBe("accepted");
});

test("a signature of one server is valid at another", async () => {
  const first = await start({
    turns: [{ steps: [{ thinking: "hm" }, { thinking: "secret", redacted: true }, "So."] }],
  });
  const { content } = asObject(await (await rawChat(first, {}, { stream: false })).json());
  await first.close();
  const second = await start({ turns: [{ steps: ["fine"] }] });
  expect((await rawChat(second, { messages: [user, { role: "assistant", content }, user] })).status).toBe(
    200,
  );
});
