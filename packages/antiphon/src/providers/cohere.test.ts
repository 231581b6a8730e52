import { expect, test } from "vitest";
import { cohere } from "./contract/contract-provider.ts";
import { testProvider } from "./contract/contract.ts";
import { open } from "./contract/stage.ts";

testProvider(cohere);

test("models are looked up at Cohere's own endpoint", async () => {
  const { client, server } = await open(cohere);
  await client.health();
  expect(server.sideRequests.map(({ path }) => path)).toEqual(["/v1/models/command-a-03-2025"]);
});
