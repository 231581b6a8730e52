// Cases are called within the tests that `testProvider` makes.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { cases, type ContractCase } from "./contract-case.ts";
import { closedPort } from "./error-cases.ts";
import { open } from "./stage.ts";

export const healthCases: readonly ContractCase[] = cases("health check", {
  "a provider that is ready says so, and no tokens are spent": async (provider) => {
    const stage = await open(provider);
    expect(await stage.client.health()).toEqual({
      ok: true,
      message: `${provider.label} is ready with ${provider.model}.`,
    });
    expect(stage.server.requests).toEqual([]);
    expect(stage.server.sideRequests.map(({ status }) => status)).toEqual([200]);
  },

  "a wrong key is not healthy": async (provider) => {
    const { client } = await open(provider, { server: { apiKey: "another-key" } });
    const { ok, message } = await client.health();
    expect(ok).toBe(false);
    expect(message).toContain("refused the API key");
  },

  "a model that is missing is not healthy": async (provider) => {
    const { client } = await open(provider, { server: { models: ["another-model"] } });
    const { ok, message } = await client.health();
    expect(ok).toBe(false);
    expect(message).toContain(provider.model);
    if (provider.name === "ollama") expect(message).toContain(`Run: ollama pull ${provider.model}`);
  },

  "a host that is not there is not healthy": async (provider) => {
    const { client } = await open(provider, {
      client: { baseUrl: `http://127.0.0.1:${await closedPort()}` },
    });
    const { ok, message } = await client.health();
    expect(ok).toBe(false);
    expect(message).toContain("ECONNREFUSED");
    if (provider.name === "ollama") expect(message).toContain("ollama serve");
  },

  "a host that never answers is not healthy": async (provider) => {
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(
      () =>
        new Promise<void>((resolve) => {
          silent.close(() => resolve());
          silent.closeAllConnections();
        }),
    );
    const { client } = await open(provider, {
      client: { baseUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` },
    });
    const { ok, message } = await client.health({ timeoutMs: 30 });
    expect(ok).toBe(false);
    expect(message).toContain("has not answered within 30 ms");
  },
});
