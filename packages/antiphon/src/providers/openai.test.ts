import { expect, test, vi } from "vitest";
import { openAI } from "./contract/contract-provider.ts";
import { testProvider } from "./contract/contract.ts";
import { bodyOf, open, question, weatherIn } from "./contract/stage.ts";
import { OpenAIClient } from "./openai.ts";

testProvider(openAI);

test("a server of one's own needs no key", async () => {
  vi.stubEnv("OPENAI_API_KEY", undefined);
  const { server } = await open(openAI, { turns: [{ steps: ["Hello"] }], server: { apiKey: null } });
  const client = new OpenAIClient({ baseUrl: server.url, model: "llama-3.3-70b" });
  expect((await client.invoke([question])).output).toBe("Hello");
  vi.unstubAllEnvs();
});

test("thinking under the name of reasoning is thinking too", async () => {
  const { client } = await open(openAI, {
    turns: [{ steps: [{ thinking: "Hm.", field: "reasoning" }, "Hello"] }],
  });
  const thoughts: string[] = [];
  for await (const event of client.run([question]))
    if (event.type === "thinking-delta") thoughts.push(event.text);
  expect(thoughts).toEqual(["Hm."]);
});

test("calls of every odd form that compatible servers send stay apart", async () => {
  for (const shape of ["whole", "one-per-chunk", "fragments", "interleaved"] as const)
    for (const ids of ["fresh", "empty", "missing", "null", "repeated", "restarting"] as const)
      for (const indexFrom of [0, 1]) {
        const { client, ran } = await open(openAI, {
          turns: [
            { steps: [{ calls: [weatherIn("Bern"), weatherIn("Basel")], shape, ids, indexFrom }] },
            { steps: ["Done."] },
          ],
        });
        await client.invoke([question]);
        expect(ran, `${shape}, ids ${ids}, index from ${indexFrom}`).toEqual(
          ["Bern", "Basel"].map(weatherIn),
        );
      }
});

test("options of LangChain's model reach the wire", async () => {
  const stage = await open(openAI, {
    turns: [{ steps: ["Hello"] }],
    client: { modelOptions: { temperature: 0.2, maxTokens: 77 } },
  });
  await stage.client.invoke([question]);
  expect(JSON.stringify(bodyOf(stage, 0))).toMatch(/"temperature":0.2.*77/);
});
