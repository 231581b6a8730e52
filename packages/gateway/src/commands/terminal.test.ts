import { expect, onTestFinished, test } from "vitest";
import { startWireServer, type WireServer, type WireTurn } from "antiphon/testing";
import { RunningCommand } from "../../testing/command.ts";

/** Nothing runs on this port, so the commands bring their own home. */
const alone = { ANTIPHON_PORT: "1" };
const noHome = { ...alone, ANTIPHON_HOME: "none" };

async function ollama(
  turns: readonly WireTurn[],
): Promise<{ server: WireServer; env: Record<string, string> }> {
  const server = await startWireServer("ollama", { turns });
  onTestFinished(() => server.close());
  return { server, env: { ...noHome, ANTIPHON_MODEL: "ollama:test", ANTIPHON_MODEL_URL: server.url } };
}

test("a person chats in a terminal, sees tools at work, and leaves", async () => {
  const { env } = await ollama([
    { steps: [{ calls: [{ name: "datetime", args: {} }] }] },
    { steps: ["It is ", "late."] },
    { steps: ["You asked before."] },
  ]);
  const terminal = new RunningCommand(["chat"], { env, terminal: true });
  await terminal.shows(/› $/m);
  terminal.type("what time is it?\r");
  await terminal.shows(/→ datetime \{\}/);
  await terminal.shows(/✓ datetime: .* \(\d+ ms\)/);
  await terminal.shows(/It is late\./);
  terminal.type("and before?\r");
  await terminal.shows(/You asked before\./);
  terminal.type("exit\r");
  expect(await terminal.ended).toBe(0);
}, 60_000);

test("Ctrl-C stops the answer, and the chat goes on", async () => {
  const { server, env } = await ollama([
    { steps: ["Once upon", { silence: true }] },
    { steps: ["Still here."] },
  ]);
  const terminal = new RunningCommand(["chat"], { env, terminal: true });
  await terminal.shows(/› $/m);
  terminal.type("tell a story\r");
  await terminal.shows(/Once upon/);
  terminal.type("\u0003");
  await terminal.shows(/\(stopped\)/);
  await expect.poll(() => server.closedEarly.length, { timeout: 5_000 }).toBe(1);
  terminal.type("hello?\r");
  await terminal.shows(/Still here\./);
  terminal.type("\u0004");
  expect(await terminal.ended).toBe(0);
}, 60_000);

test("Ctrl-C twice leaves, in the middle of an answer too", async () => {
  const { env } = await ollama([{ steps: ["Once upon", { silence: true }] }]);
  const terminal = new RunningCommand(["chat"], { env, terminal: true });
  await terminal.shows(/› $/m);
  terminal.type("tell a story\r");
  await terminal.shows(/Once upon/);
  terminal.type("\u0003");
  await terminal.shows(/\(stopped\)/);
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(0);

  const idle = new RunningCommand(["chat"], { env, terminal: true });
  await idle.shows(/› $/m);
  idle.type("\u0003");
  await idle.shows(/Ctrl-C again leaves/);
  idle.type("\u0003");
  expect(await idle.ended).toBe(0);
}, 60_000);

test("unlocking is asked for in the terminal, and a no is a no", async () => {
  const terminal = new RunningCommand(["chat"], { env: alone, terminal: true });
  await terminal.shows(/› $/m, 60_000);
  terminal.type("unlock the front door\r");
  await terminal.shows(/\? Allow unlock_door .*\[y\/N\]/);
  terminal.type("n\r");
  await terminal.shows(/✗ unlock_door/);
  terminal.type("is the front door locked?\r");
  await terminal.shows(/Front Door is locked/i);
  terminal.type("unlock the front door\r");
  await terminal.shows(/(\? Allow unlock_door .*[^]*){2}/);
  terminal.type("y\r");
  await terminal.shows(/✓ unlock_door/);
  terminal.type("exit\r");
  expect(await terminal.ended).toBe(0);
}, 120_000);

test("one question: the answer on stdout, everything else on stderr, 0 when it was answered", async () => {
  const { env } = await ollama([
    { steps: [{ calls: [{ name: "datetime", args: {} }] }] },
    { steps: ["It is late."] },
  ]);
  const command = new RunningCommand(["chat", "what", "time", "is it?"], { env, input: "" });
  expect(await command.ended).toBe(0);
  expect(command.output).toBe("It is late.\n");
  expect(command.errors).toMatch(/✓ datetime/);
}, 60_000);

test("piped lines are the questions of one conversation", async () => {
  const { server, env } = await ollama([{ steps: ["One."] }, { steps: ["Two."] }]);
  const command = new RunningCommand(["chat"], { env, input: "first\n\nsecond\n" });
  expect(await command.ended).toBe(0);
  expect(command.output).toBe("One.\nTwo.\n");
  expect(JSON.stringify(server.requests[1]?.body)).toMatch(/first.*One\..*second/);
}, 60_000);

test("with --json every event is a line", async () => {
  const { env } = await ollama([{ steps: ["Hello."] }]);
  const command = new RunningCommand(["chat", "--json", "hi"], { env, input: "" });
  expect(await command.ended).toBe(0);
  const events = command.output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });
  expect(events.map(({ type }) => type)).toEqual(["run", "text-delta", "usage", "message", "end"]);
}, 60_000);

test("a model that fails ends with 1 and a sentence", async () => {
  const env = { ...noHome, ANTIPHON_MODEL: "ollama:test", ANTIPHON_MODEL_URL: "http://127.0.0.1:1" };
  const command = new RunningCommand(["chat", "hi"], { env, input: "" });
  expect(await command.ended).toBe(1);
  expect(command.output).toBe("");
  expect(command.errors).toMatch(/Error: .*Ollama/);
  expect(command.errors).not.toMatch(/\bat .*\.ts:/);
}, 60_000);

test("the doctor finds what is wrong with the model, and says so by its exit code", async () => {
  const well = new RunningCommand(["doctor", "--json", "--port", "0"], { env: noHome, input: "" });
  expect(await well.ended).toBe(0);
  expect(JSON.parse(well.output)).toMatchObject({ ok: true });
  const env = { ...noHome, ANTIPHON_MODEL: "ollama:test", ANTIPHON_MODEL_URL: "http://127.0.0.1:1" };
  const ill = new RunningCommand(["doctor", "--port", "0"], { env, input: "" });
  expect(await ill.ended).toBe(1);
  expect(ill.errors).toMatch(/✗ model .*Ollama/);
  expect(ill.output).toMatch(/Something is wrong/);
}, 60_000);

test("tools are listed with their source", async () => {
  const command = new RunningCommand(["tools"], { env: alone, input: "" });
  expect(await command.ended).toBe(0);
  expect(command.output).toMatch(/^datetime +built-in +\S/m);
  expect(command.output).toMatch(/^control_zwave_device +mcp:zwave +\S/m);
}, 60_000);
