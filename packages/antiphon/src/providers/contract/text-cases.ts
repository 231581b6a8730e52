// Cases are called within the tests that `testProvider` makes.
import type { BaseMessage } from "@langchain/core/messages";
import { expect } from "vitest";
import { callsOf, isToolResult } from "../../chat/messages.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { proxy } from "./meddling-proxy.ts";
import { eventsOf, gate, open, question, weatherIn } from "./stage.ts";

const text = "Grüße, 世界 👋🏽!";

export const textCases: readonly ContractCase[] = [
  ...cases("text as it arrives", {
    "text is shown and stored as one message": async (provider) => {
      const { client } = await open(provider, { turns: [{ steps: ["Hel", "lo"] }] });
      const answer = await client.invoke([question]);
      expect(answer).toMatchObject({ output: "Hello", stopReason: "answer" });
      expect(answer.messages.map(({ type, content }) => [type, content])).toEqual([["ai", "Hello"]]);
    },

    "text is shown while the model still speaks": async (provider) => {
      const { opened, release } = gate();
      const { client } = await open(provider, { turns: [{ steps: ["first", { gate: opened }, "second"] }] });
      const shown: string[] = [];
      for await (const { output } of client.stream([question])) {
        if (output) shown.push(output);
        // The server goes on only now: a client that waits for more would wait for ever.
        release();
      }
      expect(shown).toEqual(["first", "second"]);
    },

    "characters cut into bytes arrive whole": async (provider) => {
      const { client } = await open(provider, { turns: [{ steps: [text, text], splitBytes: 1 }] });
      expect((await client.invoke([question])).output).toBe(text + text);
    },

    "lines may end with carriage returns": async (provider) => {
      const turns = [{ steps: [text, " a\r\nb"], lineEnd: "\r\n" as const, splitBytes: 7 }];
      const { client } = await open(provider, { turns });
      expect((await client.invoke([question])).output).toBe(`${text} a\r\nb`);
    },

    "keep-alives are no text": async (provider) => {
      const steps = [{ ping: true as const }, "a", { ping: true as const }, "b", { ping: true as const }];
      const { client } = await open(provider, { turns: [{ steps }] });
      expect((await client.invoke([question])).output).toBe("ab");
    },

    "a long answer arrives whole": async (provider) => {
      const pieces = Array.from({ length: 3_000 }, (_, i) => `${i} `);
      const { client } = await open(provider, { turns: [{ steps: [{ text: pieces }] }] });
      expect((await client.invoke([question])).output).toBe(pieces.join(""));
    },

    "an answer without words ends the run as empty": async (provider) => {
      const { client } = await open(provider, { turns: [{ steps: [] }] });
      expect(await client.invoke([question])).toMatchObject({
        output: "",
        messages: [],
        stopReason: "empty",
      });
    },

    "an answer cut at the token limit says so": async (provider) => {
      const { client } = await open(provider, { turns: [{ steps: ["Once upon a"], finish: "length" }] });
      expect(await client.invoke([question])).toMatchObject({ output: "Once upon a", stopReason: "length" });
    },

    "invoke is stream, drained": async (provider) => {
      const turns = [
        { steps: ["Let me see.", { calls: [{ ...weatherIn("Bern"), id: provider.sampleId }] }] },
        { steps: ["It is ", "sunny."] },
      ];
      const invoked = await (await open(provider, { turns })).client.invoke([question]);
      const stream = (await open(provider, { turns })).client.stream([question]);
      let output = "";
      const messages: BaseMessage[] = [];
      for await (const step of stream) {
        output += step.output;
        messages.push(...step.messages);
      }
      const facts = (list: readonly BaseMessage[]): object[] =>
        list.map((message) => ({
          type: message.type,
          content: message.content,
          calls: callsOf(message),
          answers: isToolResult(message) ? message.tool_call_id : undefined,
        }));
      expect(output).toBe(invoked.output);
      expect(facts(messages)).toEqual(facts(invoked.messages));
    },

    "each message says who wrote it": async (provider) => {
      const { client } = await open(provider, { turns: [{ steps: ["Hello"] }] });
      const { messages } = await client.invoke([question]);
      expect(messages[0]?.response_metadata).toMatchObject({ model_provider: provider.name });
    },
  }),

  ...cases("withheld answers reported", {
    "an answer that is withheld says so": async (provider) => {
      const { client } = await open(provider, { turns: [{ steps: ["I"], finish: "content-filter" }] });
      expect((await client.invoke([question])).stopReason).toBe("content-filter");
    },
  }),

  ...cases("servers that do not stream", {
    "a server that answers in one piece is understood": async (provider) => {
      const turns = [{ steps: ["Let me see.", { calls: [weatherIn("Bern")] }] }, { steps: ["Sunny."] }];
      const { client, ran } = await open(provider, {
        turns,
        through: proxy({ request: (body) => ({ ...body, stream: false, stream_options: undefined }) }),
      });
      const events = await eventsOf(client.run([question]));
      const shown = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : []));
      expect(shown).toEqual(["Let me see.", "Sunny."]);
      expect(ran).toEqual([weatherIn("Bern")]);
      expect(events.at(-1)).toMatchObject({ usage: { input_tokens: 24, output_tokens: 14 } });
    },
  }),
];
