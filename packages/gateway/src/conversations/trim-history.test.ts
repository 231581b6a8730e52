import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type BaseMessage,
} from "@langchain/core/messages";
import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens, trimHistory } from "./trim-history.ts";

/** A round: a question, some calls with their results, an answer. */
const round = fc
  .record({
    question: fc.string({ maxLength: 80 }),
    calls: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    result: fc.string({ maxLength: 200 }),
    answer: fc.option(fc.string({ maxLength: 80 })),
  })
  .map(({ question, calls, result, answer }) => (index: number): BaseMessage[] => [
    new HumanMessage(question),
    ...calls.flatMap((count, step) => {
      const ids = Array.from({ length: count }, (_, n) => `${index}-${step}-${n}`);
      return [
        new AIMessage({
          content: "",
          tool_calls: ids.map((id) => ({ type: "tool_call" as const, id, name: "work", args: { id } })),
        }),
        ...ids.map((id) => new ToolMessage({ content: result, tool_call_id: id })),
      ];
    }),
    ...(answer === null ? [] : [new AIMessage(answer)]),
  ]);

const histories = fc.record({
  instructed: fc.boolean(),
  rounds: fc.array(round, { minLength: 1, maxLength: 12 }),
  maxTokens: fc.integer({ min: 1, max: 2_000 }),
});

test("whatever is cut away, calls and results stay together, and it fits or is the last round", () => {
  fc.assert(
    fc.property(histories, ({ instructed, rounds, maxTokens }) => {
      const instructions = instructed ? [new SystemMessage("Be kind.")] : [];
      const whole = rounds.map((make, index) => make(index));
      const history = [...instructions, ...whole.flat()];
      const kept = trimHistory(history, { maxTokens });

      const calls = kept.flatMap((message) => (message as AIMessage).tool_calls?.map(({ id }) => id) ?? []);
      const results = kept.flatMap((message) =>
        message.type === "tool" ? [(message as ToolMessage).tool_call_id] : [],
      );
      expect(results).toEqual(calls);

      // Instructions first, then a suffix of whole rounds, the last one always.
      const rest = kept.slice(instructions.length);
      expect(kept.slice(0, instructions.length)).toEqual(instructions);
      const count = rest.filter(({ type }) => type === "human").length;
      expect(rest).toEqual(whole.slice(-count).flat());
      expect(count).toBeGreaterThan(0);
      if (count > 1) expect(estimateTokens(kept)).toBeLessThanOrEqual(maxTokens);

      // No round is left out that would still have fitted.
      const next = whole.at(-count - 1);
      if (next) expect(estimateTokens([...kept, ...next])).toBeGreaterThan(maxTokens);
      // Cutting twice is cutting once.
      expect(trimHistory(kept, { maxTokens })).toEqual(kept);
    }),
  );
});

test("a history that fits is handed back as it is", () => {
  const history = [new HumanMessage("a"), new AIMessage("b"), new HumanMessage("c")];
  expect(trimHistory(history, { maxTokens: 1_000 })).toBe(history);
});

test("a history without a person is left alone", () => {
  const history = [new AIMessage("x".repeat(10_000))];
  expect(trimHistory(history, { maxTokens: 10 })).toBe(history);
  expect(trimHistory([], { maxTokens: 10 })).toEqual([]);
});
