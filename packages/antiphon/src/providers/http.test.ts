import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { HttpFailure, post } from "./http.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function listen(handle: RequestListener): Promise<string> {
  server = createServer(handle).listen(0, "127.0.0.1");
  await new Promise((resolve) => server?.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const { signal } = new AbortController();
const options = { headers: { "x-own": "1" }, body: { question: "ä" }, signal };

test("a body goes out as JSON with its length in bytes, and the answer comes back as it is", async () => {
  const seen: string[] = [];
  const url = await listen((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      seen.push(body, String(request.headers["content-length"]), String(request.headers["x-own"]));
      response.setHeader("x-answer", "yes").end("fine");
    });
  });
  const answer = await post(url, options);
  expect(await answer.text()).toBe("fine");
  expect(answer.headers.get("X-Answer")).toBe("yes");
  expect(seen).toEqual(['{"question":"ä"}', "17", "1"]);
});

test("a connection that the server closed while it was idle is replaced, unseen", async () => {
  let requests = 0;
  const url = await listen((request, response) => {
    requests++;
    if (requests === 2) request.socket.destroy();
    else request.resume().on("end", () => response.end(`answer ${requests}`));
  });
  expect(await (await post(url, options)).text()).toBe("answer 1");
  expect(await (await post(url, options)).text()).toBe("answer 3");
});

test("a connection that breaks on its first use is a failure, and nothing is sent twice", async () => {
  let requests = 0;
  const url = await listen((request) => {
    requests++;
    request.socket.destroy();
  });
  await expect(post(url, options)).rejects.toMatchObject({ code: "ECONNRESET" });
  expect(requests).toBe(1);
});

test("an answer that is no success is a failure with its status and words", async () => {
  const url = await listen((_request, response) => response.writeHead(418).end("short and stout"));
  const failure = await post(url, options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(HttpFailure);
  expect(failure).toMatchObject({ status: 418, body: "short and stout" });
});

test("an abort closes the connection", async () => {
  const controller = new AbortController();
  let closed: Promise<unknown> | undefined;
  const url = await listen((request) => {
    closed = new Promise((resolve) => request.socket.once("close", resolve));
    controller.abort();
  });
  await expect(post(url, { ...options, signal: controller.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  await closed;
});
