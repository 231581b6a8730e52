import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ScriptedModel } from "antiphon/testing";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startTestGateway } from "../../testing/start-test-gateway.ts";
import { launchChromium, strangersHost } from "./fixtures/chromium.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/** A page of another origin, open in the browser of somebody whose gateway runs on the same machine. */
async function openForeignPage(html = "<p>Hello</p>"): Promise<Page> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  onTestFinished(async () => {
    await page.context().close();
    server.closeAllConnections();
    server.close();
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return page;
}

test("a page of a foreign origin can neither read nor command anything", async () => {
  const model = new ScriptedModel({ turns: [["Hello."]], repeat: true });
  const { url, runs } = await startTestGateway({ model });
  const page = await openForeignPage();
  const tries = [
    { path: "api/health" },
    { path: "api/tools" },
    { path: "api/chat", init: { method: "POST", type: "application/json" } },
    { path: "api/chat", init: { method: "POST", type: "text/plain" } },
    { path: "v1/chat/completions", init: { method: "POST", type: "application/json" } },
  ];
  for (const { path, init } of tries) {
    const sent = init && {
      method: init.method,
      headers: { "content-type": init.type },
      body: JSON.stringify({ message: "hi", model: "antiphon", messages: [{ role: "user", content: "hi" }] }),
    };
    const outcome = await page.evaluate(
      ([address, options]) =>
        fetch(address, options).then(
          ({ status }) => `read it, status ${status}`,
          () => "refused",
        ),
      [new URL(path, url).href, sent] as const,
    );
    expect(outcome).toBe("refused");
  }
  // Sent without asking first; the answer cannot be read, and nothing must have happened.
  const blind = { method: "POST", mode: "no-cors", body: JSON.stringify({ message: "hi" }) } as const;
  await page.evaluate(([address, options]) => fetch(address, options).then(({ type }) => type), [
    new URL("api/chat", url).href,
    blind,
  ] as const);
  expect(runs.active).toBe(0);
  expect(model.requests).toEqual([]);
});

test("a foreign page cannot frame the gateway's page", async () => {
  const { url } = await startTestGateway();
  const page = await openForeignPage(`<iframe src="${url}"></iframe>`);
  const [frame] = page.frames().filter((each) => each !== page.mainFrame());
  await vi.waitFor(() => expect(frame?.url()).toMatch(/^chrome-error:/));
});

test("a stranger's name that points at this machine gets no page and no API", async () => {
  const { port } = await startTestGateway();
  const page = await browser.newPage();
  onTestFinished(() => page.context().close());
  for (const path of ["/", "/api/tools", "/api/health"]) {
    const response = await page.goto(`http://${strangersHost}:${port}${path}`);
    expect(response?.status()).toBe(403);
  }
});
