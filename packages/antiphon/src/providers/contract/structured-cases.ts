// Cases are called within the tests that `testProvider` makes.
import { expect, expectTypeOf } from "vitest";
import { z } from "zod";
import { ModelError } from "../../errors.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { bodyOf, open, question, refusals, weatherIn } from "./stage.ts";

const schema = z.object({ city: z.string(), degrees: z.number().int() });
const object = { city: "Bern", degrees: 21 };
const written = JSON.stringify(object);

export const structuredCases: readonly ContractCase[] = cases("structured answers", {
  "an object is made after the tool rounds, without tools": async (provider) => {
    const stage = await open(provider, {
      turns: [
        { steps: [{ calls: [weatherIn("Bern")] }] },
        { steps: ["It is 21 degrees."] },
        { steps: ['{"city": "Bern", ', '"degrees": 21}'] },
      ],
    });
    const answer = await stage.client.invoke([question], { schema });
    expect(refusals(stage)).toEqual([]);
    expectTypeOf(answer.object).toEqualTypeOf<{ city: string; degrees: number }>();
    expect(answer.object).toEqual(object);
    expect(answer.output).toBe("It is 21 degrees.");
    expect(answer.messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai"]);
    expect(answer.usage).toEqual({ input_tokens: 36, output_tokens: 21, total_tokens: 57 });
    expect(answer.stopReason).toBe("answer");
  },

  "the schema goes with the request and not into the history": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["21 degrees."] }, { steps: [written] }] });
    const { messages } = await stage.client.invoke([question], { schema });
    const request = bodyOf(stage, 1);
    const format =
      request["response_format"] ??
      request["format"] ??
      request["output_config"] ??
      (request["generationConfig"] as Record<string, unknown> | undefined)?.["responseJsonSchema"];
    expect(JSON.stringify(format)).toContain("degrees");
    expect(stage.server.requests[1]?.text).toContain("JSON");
    expect(JSON.stringify(messages)).not.toContain('degrees\\":');
    expect(messages.map(({ content }) => content)).toEqual(["21 degrees."]);
  },

  "without tools one request is enough": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: [written] }], tools: [] });
    const answer = await stage.client.invoke([question], { schema });
    expect(answer.object).toEqual(object);
    expect(answer.messages.map(({ content }) => content)).toEqual([written]);
  },

  "an object that does not fit is asked for once more, with what was wrong": async (provider) => {
    const stage = await open(provider, {
      turns: [
        { steps: ['{"city": "Bern", "degrees": "warm"}'] },
        { steps: [`\`\`\`json\n${written}\n\`\`\``] },
      ],
      tools: [],
    });
    const answer = await stage.client.invoke([question], { schema });
    expect(refusals(stage)).toEqual([]);
    expect(answer.object).toEqual(object);
    expect(stage.server.requests[1]?.text).toContain("degrees: ");
    expect(answer.messages.map(({ content }) => content)).toHaveLength(1);
  },

  "text that is no JSON twice is an error": async (provider) => {
    const stage = await open(provider, {
      turns: [
        { steps: [{ calls: [weatherIn("Bern")] }] },
        { steps: ["Warm."] },
        { steps: ["It is warm."] },
        { steps: [] },
      ],
    });
    const failure: unknown = await stage.client
      .invoke([question], { schema })
      .catch((error: unknown) => error);
    expect(refusals(stage)).toEqual([]);
    expect(failure).toBeInstanceOf(ModelError);
    expect(failure).toMatchObject({ kind: "bad-response" });
    expect((failure as ModelError).messages.map(({ type }) => type)).toEqual(["ai", "tool", "ai"]);
  },

  "a model that cannot be held to a schema is asked in words": async (provider) => {
    const stage = await open(provider, {
      turns: [
        { steps: [{ error: { status: 400, message: "This model has no structured output." } }] },
        { steps: [written] },
      ],
      tools: [],
    });
    expect((await stage.client.invoke([question], { schema })).object).toEqual(object);
    expect(stage.server.requests[1]?.text).toContain("degrees");
  },

  "a JSON Schema does as well": async (provider) => {
    const jsonSchema = {
      type: "object",
      properties: { city: { type: "string" }, degrees: { type: "integer" } },
      required: ["city", "degrees"],
      additionalProperties: false,
    };
    const stage = await open(provider, {
      turns: [{ steps: ['{"city": "Bern"}'] }, { steps: [written] }],
      tools: [],
    });
    const answer = await stage.client.invoke([question], { schema: jsonSchema });
    expectTypeOf(answer.object).toEqualTypeOf<unknown>();
    expect(answer.object).toEqual(object);
    expect(stage.server.requests[1]?.text).toContain("degrees");
  },

  "an answer may be a list": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ['{"answer": ["a", "b"]}'] }], tools: [] });
    const answer = await stage.client.invoke([question], { schema: z.array(z.string()) });
    expectTypeOf(answer.object).toEqualTypeOf<string[]>();
    expect(answer.object).toEqual(["a", "b"]);
  },
});
