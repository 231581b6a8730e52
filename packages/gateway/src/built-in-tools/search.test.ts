import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, expect, test } from "vitest";
import { createSearchTool } from "./search.ts";

/** A real server on loopback; the requests it got are recorded. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function answering(body: string, { status = 200, type = "application/json" } = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": type }).end(body);
  };
}

test("SearXNG is asked for JSON, and its results come back short", async () => {
  const asked: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    asked.push(request.url);
    const results = Array.from({ length: 12 }, (_, i) => ({
      title: `Result ${i + 1}`,
      url: `https://example.org/${i + 1}`,
      content: `Text <b>${i + 1}</b> ${"word ".repeat(200)}`,
    }));
    answering(JSON.stringify({ query: "x", results }))(request, response);
  });
  const search = createSearchTool({ service: { provider: "searxng", url } });
  const text = await search.invoke({ query: "z-wave dimmers & more" });
  expect(asked).toEqual(["/search?q=z-wave+dimmers+%26+more&format=json"]);
  const lines = text.split("\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^1\. Result 1: Text 1 word .*… \(https:\/\/example\.org\/1\)$/);
  expect(text.length).toBeLessThan(2_000);
});

test("Brave is asked with the key in its header", async () => {
  const keys: unknown[] = [];
  const url = await serve((request, response) => {
    keys.push(request.headers["x-subscription-token"]);
    answering(
      JSON.stringify({
        web: {
          results: [
            {
              title: "Antiphon",
              url: "https://example.org",
              description: "<strong>Call</strong> &amp; response",
            },
          ],
        },
      }),
    )(request, response);
  });
  const search = createSearchTool({ service: { provider: "brave", apiKey: "key-1", url } });
  expect(await search.invoke({ query: "antiphon" })).toBe(
    "1. Antiphon: Call & response (https://example.org)",
  );
  expect(keys).toEqual(["key-1"]);
});

test("DuckDuckGo's answer and related topics are read", async () => {
  const url = await serve(
    answering(
      JSON.stringify({
        Heading: "Z-Wave",
        AbstractText: "A radio protocol.",
        AbstractURL: "https://example.org/z",
        Answer: "",
        RelatedTopics: [
          { Text: "Zigbee", FirstURL: "https://example.org/b" },
          { Name: "More", Topics: [{ Text: "Thread", FirstURL: "https://example.org/t" }] },
        ],
      }),
    ),
  );
  const search = createSearchTool({ service: { provider: "duckduckgo", url } });
  expect(await search.invoke({ query: "z-wave" })).toBe(
    "1. Z-Wave: A radio protocol. (https://example.org/z)\n2. Zigbee (https://example.org/b)\n3. Thread (https://example.org/t)",
  );
});

test("a search that finds nothing says so", async () => {
  const url = await serve(answering('{"results":[]}'));
  expect(await createSearchTool({ service: { provider: "searxng", url } }).invoke({ query: "xyzzy" })).toBe(
    'SearXNG found nothing for "xyzzy".',
  );
});

test.each<[string, RequestListener, RegExp]>([
  [
    "a web page",
    answering("<html><body>hello</body></html>", { type: "text/html" }),
    /answered with a web page instead of JSON/,
  ],
  ["garbage", answering("{]"), /answered with something that is not JSON/],
  ["a refusal", answering("no", { status: 403 }), /refused the search \(HTTP 403\)\. Check the API key/],
  ["a limit", answering("slow down", { status: 429 }), /allows no more searches for now/],
  ["a failure", answering("oops", { status: 500 }), /failed \(HTTP 500\)/],
  ["a flood", answering(`{"results":"${"x".repeat(3_000_000)}"}`), /answered with too much data/],
  ["a cut connection", (request) => request.socket.destroy(), /cannot be reached\. Search is unavailable/],
])("%s is told in one sentence", async (_kind, listener, sentence) => {
  const url = await serve(listener);
  await expect(
    createSearchTool({ service: { provider: "searxng", url } }).invoke({ query: "x" }),
  ).rejects.toThrow(sentence);
});

test.each([
  "null",
  "[]",
  "42",
  '{"results":null}',
  '{"results":[null,1,{"title":5}]}',
  '{"results":[{"title":"","content":""}]}',
])("JSON of another shape (%s) finds nothing and breaks nothing", async (body) => {
  const url = await serve(answering(body));
  expect(await createSearchTool({ service: { provider: "searxng", url } }).invoke({ query: "x" })).toContain(
    "found nothing",
  );
});

test("a service that is not there is unavailable", async () => {
  const search = createSearchTool({ service: { provider: "searxng", url: "http://127.0.0.1:9" } });
  await expect(search.invoke({ query: "x" })).rejects.toThrow(
    "SearXNG (127.0.0.1:9) cannot be reached. Search is unavailable now",
  );
});

test("a service that never answers is given up, and a caller that leaves is not kept waiting", async () => {
  const url = await serve(() => {});
  const slow = createSearchTool({ service: { provider: "searxng", url }, timeoutMs: 50 });
  await expect(slow.invoke({ query: "x" })).rejects.toThrow("did not answer within 0.05 seconds");
  const controller = new AbortController();
  const left = createSearchTool({ service: { provider: "searxng", url } }).invoke(
    { query: "x" },
    { signal: controller.signal },
  );
  controller.abort();
  await expect(left).rejects.toThrow(/abort/i);
});

test("an answer that begins and never ends is given up too", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"results":[');
  });
  const search = createSearchTool({ service: { provider: "searxng", url }, timeoutMs: 80 });
  await expect(search.invoke({ query: "x" })).rejects.toThrow("did not answer within");
});
