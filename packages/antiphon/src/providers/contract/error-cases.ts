// Cases are called within the tests that `testProvider` makes.
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { ModelError } from "../../errors.ts";
import type { WireStep } from "../../testing/wire/index.ts";
import { cases, type ContractCase } from "./contract-case.ts";
import type { ContractProvider } from "./contract-provider.ts";
import { open, question, weatherIn, type Stage, type StageOptions } from "./stage.ts";

/** What invoking throws: always a ModelError, one readable line. */
export async function failureOf({ client }: Pick<Stage, "client">): Promise<ModelError> {
  const failure: unknown = await client.invoke([question]).then(
    () => "no failure",
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ModelError);
  const { message } = failure as ModelError;
  expect(message).not.toMatch(/\n|<html|<!doctype|\bat \S+:\d+:\d+|\[object |undefined/i);
  expect(message.length).toBeLessThan(500);
  return failure as ModelError;
}

async function failing(provider: ContractProvider, options: StageOptions): Promise<ModelError> {
  return failureOf(await open(provider, options));
}

export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

const first = (...steps: WireStep[]): StageOptions => ({ turns: [{ steps }] });
const refused = (status: number, message?: string): StageOptions =>
  first({ error: message === undefined ? { status } : { status, message } });

export const errorCases: readonly ContractCase[] = [
  ...cases("errors in one sentence", {
    "a wrong key is named": async (provider) => {
      const error = await failing(provider, { server: { apiKey: "another-key" } });
      expect(error.kind).toBe("authentication");
      expect(error.message).toContain(`${provider.label} refused the API key`);
      expect(error.message).not.toContain("test-key");
    },

    "an unknown model is named": async (provider) => {
      const error = await failing(provider, { server: { models: ["another-model"] } });
      expect(error.kind).toBe("model-not-found");
      expect(error.message).toContain(`${provider.label} does not know the model "${provider.model}"`);
      if (provider.name === "ollama") expect(error.message).toContain(`Run: ollama pull ${provider.model}`);
    },

    "a refused request is passed on in the provider's words": async (provider) => {
      const error = await failing(provider, refused(400, "The temperature must be below 2."));
      expect(error).toMatchObject({ kind: "bad-request", status: 400 });
      expect(error.message).toContain("The temperature must be below 2.");
    },

    "too many requests are a matter of waiting": async (provider) => {
      const error = await failing(provider, first({ error: { status: 429, retryAfter: 7 } }));
      expect(error).toMatchObject({ kind: "rate-limit", status: 429, retryAfterMs: 7_000 });
    },

    "a provider that is down says so": async (provider) => {
      for (const status of [500, 503]) {
        const error = await failing(provider, refused(status));
        expect(error).toMatchObject({ kind: "unavailable", status });
      }
    },

    "a proxy's page is not shown but named": async (provider) => {
      for (const html of [200, 403, 404, 502]) {
        const error = await failing(provider, first({ html }));
        expect(error.message).toMatch(/proxy|base URL|page/i);
      }
    },

    "a base URL without the API behind it is named": async (provider) => {
      const stage = await open(provider);
      const client = provider.create({
        model: provider.model,
        apiKey: "test-key",
        baseUrl: `${stage.server.origin}/nowhere`,
        maxRetries: 0,
        logger: stage.logger,
      });
      const error = await failureOf({ client });
      expect(error.kind).toBe("bad-response");
      expect(error.message).toContain(`${stage.server.origin}/nowhere`);
    },

    "a slash at the end of the base URL does no harm": async (provider) => {
      const { client } = await open(provider, {
        ...first("Hello"),
        through: (server) => Promise.resolve(`${server.url}/`),
      });
      expect((await client.invoke([question])).output).toBe("Hello");
      expect((await client.health()).ok).toBe(true);
    },

    "a host that is not there is named with its address": async (provider) => {
      const baseUrl = `http://127.0.0.1:${await closedPort()}`;
      const error = await failing(provider, { client: { baseUrl } });
      expect(error.kind).toBe("unreachable");
      expect(error.message).toContain(`${provider.label} cannot be reached at ${baseUrl} (ECONNREFUSED)`);
    },

    "an address that is none is named": async (provider) => {
      const error = await failing(provider, { client: { baseUrl: "not an address" } });
      expect(error.message).toContain("not an address");
    },

    "an error keeps what the run had produced": async (provider) => {
      const { client } = await open(provider, {
        turns: [
          { steps: ["Let me see.", { calls: [weatherIn("Bern")] }] },
          { steps: [{ error: { status: 500 } }] },
        ],
      });
      const error = await failureOf({ client });
      expect(error.messages.map(({ type }) => type)).toEqual(["ai", "tool"]);
    },
  }),

  ...cases("retries with Retry-After", {
    "a busy provider is asked again when it said": async (provider) => {
      const stage = await open(provider, {
        turns: [
          { steps: [{ error: { status: 429, retryAfter: 0 } }] },
          { steps: [{ error: { status: 503, retryAfter: 0 } }] },
          { steps: ["Hello"] },
        ],
        client: { maxRetries: 2 },
      });
      expect((await stage.client.invoke([question])).output).toBe("Hello");
      expect(stage.server.requests.map(({ status }) => status)).toEqual([429, 503, 200]);
      expect(stage.logger.saying("The model is not available, asking again")).toMatchObject([
        { fields: { attempt: 1, delayMs: 0 } },
        { fields: { attempt: 2, delayMs: 0 } },
      ]);
    },

    "after the last retry the error is told": async (provider) => {
      const busy = { steps: [{ error: { status: 500, retryAfter: 0 } }] };
      const stage = await open(provider, { turns: [busy, busy, busy], client: { maxRetries: 1 } });
      expect((await failureOf(stage)).kind).toBe("unavailable");
      expect(stage.server.requests).toHaveLength(2);
    },

    "what waiting does not mend is not retried": async (provider) => {
      for (const status of [400, 401, 404]) {
        const stage = await open(provider, {
          turns: [{ steps: [{ error: { status, retryAfter: 0 } }] }, { steps: ["Hello"] }],
          client: { maxRetries: 2 },
        });
        await failureOf(stage);
        expect(stage.server.requests).toHaveLength(1);
      }
    },

    "an abort ends the waiting": async (provider) => {
      const { client } = await open(provider, {
        turns: [{ steps: [{ error: { status: 429, retryAfter: 50 } }] }],
        client: { maxRetries: 2, logger: { ...silent, warn: () => controller.abort() } },
      });
      const controller = new AbortController();
      const answer = await client.invoke([question], { signal: controller.signal });
      expect(answer.stopReason).toBe("aborted");
    },

    "an answer that has begun is not asked for again": async (provider) => {
      const stage = await open(provider, {
        turns: [{ steps: ["Hel", { error: { status: 500, retryAfter: 0 } }] }, { steps: ["Hello"] }],
        client: { maxRetries: 2 },
      });
      await failureOf(stage);
      expect(stage.server.requests).toHaveLength(1);
    },
  }),
];

const ignore = (): void => {};
const silent = { debug: ignore, info: ignore, warn: ignore, error: ignore };
