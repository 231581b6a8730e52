// Cases are called within the tests that `testProvider` makes.
import { expect } from "vitest";
import { ModelError } from "../../errors.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import { failureOf } from "./error-cases.ts";
import { proxy } from "./meddling-proxy.ts";
import { open, question, weatherIn } from "./stage.ts";

export const brokenStreamCases: readonly ContractCase[] = cases("errors in one sentence", {
  "an error in the stream is passed on in the provider's words": async (provider) => {
    const stage = await open(provider, {
      turns: [{ steps: ["Hel", { error: { status: 529, message: "The backend is overloaded." } }] }],
    });
    const error = await failureOf(stage);
    expect(error.kind).toBe("unavailable");
    expect(error.message).toContain("The backend is overloaded.");
    expect(error.messages.map(({ content }) => content)).toEqual(["Hel"]);
  },

  "a cut connection is told, and what was shown is kept": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Hel", { cut: true }] }] });
    const error = await failureOf(stage);
    expect(error.kind).toBe("bad-response");
    expect(error.messages.map(({ content }) => content)).toEqual(["Hel"]);
    expect(error.messages[0]?.response_metadata).toMatchObject({ incomplete: "error" });
  },

  "a connection cut in the middle of a call runs nothing": async (provider) => {
    const stage = await open(provider, {
      turns: [{ steps: [{ calls: [weatherIn("Bern")] }, { cut: true }] }],
    });
    const error = await failureOf(stage);
    expect(stage.ran).toEqual([]);
    expect(error.messages).toEqual([]);
  },

  "a line that is not JSON ends the answer": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Hel", { garbage: "{not json" }, "lo"] }] });
    const error = await failureOf(stage);
    expect(error.kind).toBe("bad-response");
    expect(error.message).toContain("{not json");
  },

  "JSON that is no answer ends in an error": async (provider) => {
    for (const garbage of [
      "null",
      "42",
      "[]",
      '"text"',
      "{}",
      '{"choices":null,"candidates":7,"message":"x"}',
    ]) {
      const turns = [{ steps: [{ garbage }, { cut: true as const }] }];
      await failureOf(await open(provider, { turns }));
    }
  },

  "a page in the middle of an answer ends it": async (provider) => {
    const stage = await open(provider, { turns: [{ steps: ["Hel", { html: true }] }] });
    const failure: unknown = await stage.client.invoke([question]).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "ModelError", kind: "bad-response" });
  },

  "an answer that ends early, at whatever byte, is never taken for a whole one": async (provider) => {
    let length = 0;
    let end = 0;
    const stage = await open(provider, {
      server: {},
      turns: Array.from({ length: 400 }, () => ({
        steps: ["Let me see.", { calls: [weatherIn("Bern"), weatherIn("Basel")] }],
      })),
      client: { maxToolRounds: 0 },
      through: proxy({
        answer: (bytes) => {
          length = bytes.length;
          return bytes.subarray(0, end);
        },
      }),
    });
    let whole = 0;
    for (end = 0; end === 0 || end < length; end += Math.max(1, Math.floor(length / 60))) {
      const outcome: unknown = await stage.client.invoke([question]).catch((error: unknown) => error);
      if (outcome instanceof ModelError) expect(outcome.kind).toBe("bad-response");
      else {
        whole++;
        expect(outcome).toMatchObject({
          messages: [{ tool_calls: [weatherIn("Bern"), weatherIn("Basel")] }, {}, {}],
        });
      }
    }
    // Only the provider's own end marks may be missing from a whole answer.
    expect(whole).toBeLessThan(25);
  },
});
