// Cases are called within the tests that `testProvider` makes.
import { expect, vi } from "vitest";
import { plainTool } from "../../testing/plain-tool.ts";
import { callsOf, isToolResult } from "../../chat/messages.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { open, question, refusals, weatherIn, type Stage } from "./stage.ts";

async function closesEarly({ server }: Stage): Promise<void> {
  await vi.waitFor(() => expect(server.closedEarly).toHaveLength(1));
}

const endless = { silence: true } as const;
/** Never settles, and ignores its signal. */
const hanging = plainTool(() => new Promise<never>(() => {}), { name: "hang", description: "Hangs" });

export const cancellationCases: readonly ContractCase[] = cases("cancellation closes the connection", {
  "an abort during text ends the run and keeps what was shown": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Once", endless] }] });
    const controller = new AbortController();
    const stream = stage.client.stream([question], { signal: controller.signal });
    for await (const { output } of stream) if (output) controller.abort();
    await closesEarly(stage);
    expect(stream.messages.map(({ content }) => content)).toEqual(["Once"]);
  },

  "an abort before the first byte ends the request": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: [endless] }] });
    const controller = new AbortController();
    const answer = stage.client.invoke([question], { signal: controller.signal });
    await vi.waitFor(() => expect(stage.server.requests).toHaveLength(1));
    controller.abort();
    expect(await answer).toMatchObject({ output: "", messages: [], stopReason: "aborted" });
    await closesEarly(stage);
  },

  "an abort before the run asks nobody": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Hello"] }] });
    const answer = await stage.client.invoke([question], { signal: AbortSignal.abort() });
    expect(answer.stopReason).toBe("aborted");
    expect(stage.server.requests).toEqual([]);
  },

  "an abort in the middle of a call runs nothing": async (provider) => {
    const calls = { calls: [weatherIn("Bern")], shape: "fragments" } as const;
    const stage = await open(provider, { turns: [{ steps: [calls, endless] }] });
    const controller = new AbortController();
    const run = stage.client.run([question], { signal: controller.signal });
    for await (const event of run) if (event.type === "tool-call") controller.abort();
    await closesEarly(stage);
    expect(stage.ran).toEqual([]);
    expect(run.messages).toEqual([]);
  },

  "an abort during tools settles at once, and the next turn is accepted": async (provider) => {
    const stage = await open(provider, {
      turns: [{ steps: [{ calls: [{ name: "get_time" }, { name: "hang" }] }] }, { steps: ["Hello again."] }],
      tools: [hanging, plainTool(() => "noon", { name: "get_time" })],
    });
    const controller = new AbortController();
    const run = stage.client.run([question], { signal: controller.signal });
    for await (const event of run)
      if (event.type === "tool-end" && event.call.name === "get_time") controller.abort();
    expect(run.messages.filter(isToolResult).map(({ content }) => content)).toEqual([
      "noon",
      expect.stringMatching(/cancelled/i),
    ]);
    const { output } = await stage.client.invoke([question, ...run.messages, question]);
    expect(refusals(stage)).toEqual([]);
    expect(output).toBe("Hello again.");
  },

  "a consumer that breaks off closes the connection": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Once", endless] }] });
    const stream = stage.client.stream([question]);
    for await (const { output } of stream) if (output) break;
    await closesEarly(stage);
    expect(stream.messages.map(({ content }) => content)).toEqual(["Once"]);
  },

  "a consumer that breaks off during tools leaves a whole history": async (provider) => {
    const stage = await open(provider, {
      turns: [{ steps: [{ calls: [{ name: "hang" }] }] }],
      tools: [hanging],
    });
    const run = stage.client.run([question]);
    for await (const event of run) if (event.type === "tool-start") break;
    expect(callsOf(run.messages[0] as never)).toHaveLength(1);
    expect(run.messages.filter(isToolResult)).toHaveLength(1);
  },

  "a model that falls silent is given up, and its connection closed": async (provider) => {
    for (const steps of [[endless], ["Once", endless]]) {
      const stage = await open(provider, { turns: [{ steps }], client: { idleTimeoutMs: 30 } });
      const failure = await stage.client.invoke([question]).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: "ModelError", kind: "timeout" });
      expect(String(failure)).toContain("has sent nothing for 30 ms");
      await closesEarly(stage);
    }
  },

  "runs of one client do not touch each other": async (provider) => {
    const stage = await open(provider, {
      turns: [{ steps: ["a", endless] }, { steps: ["b", { calls: [weatherIn("Bern")] }] }, { steps: ["c"] }],
    });
    const controller = new AbortController();
    const first = stage.client.stream([question], { signal: controller.signal });
    await first.next();
    const second = await stage.client.invoke([question]);
    controller.abort();
    for await (const _ of first);
    expect(second.output).toBe("b\nc");
    expect(first.messages.map(({ content }) => content)).toEqual(["a"]);
  },
});
