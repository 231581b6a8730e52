import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { problemOf, testApp } from "../../testing/test-app.ts";

const token = "a-long-enough-token";

test.each(["localhost:4410", "127.0.0.1:4410", "[::1]:4410", "192.168.1.20:4410", "app.localhost"])(
  "the gateway answers when it is called %s",
  async (host) => {
    const { app } = await testApp();
    expect((await app.request("/api/info", { headers: { host } })).status).toBe(200);
  },
);

test.each(["evil.example", "localhost.evil.example:4410", "127.0.0.1.nip.io", "evil.example@localhost:1/"])(
  "a foreign name that points at this machine is refused: %s",
  async (host) => {
    const { app } = await testApp();
    const response = await app.request("/api/info", { headers: { host } });
    const { status, code } = await problemOf(response);
    expect([status, code]).toEqual([403, "host_not_allowed"]);
  },
);

test("a name can be allowed", async () => {
  const { app } = await testApp({ config: { allowedHosts: ["home.example"] } });
  expect((await app.request("/api/info", { headers: { host: "home.example:4410" } })).status).toBe(200);
});

test.each([
  "http://evil.example",
  "null",
  "http://localhost:9999",
  "https://localhost.evil.example:4410",
  "file://",
  "nonsense",
])("a page of another origin is refused: %s", async (origin) => {
  const { app, talk } = await testApp();
  const response = await app.request("/api/chat", {
    method: "POST",
    headers: { host: "localhost:4410", origin },
    body: '{"message":"unlock"}',
  });
  expect(await problemOf(response)).toMatchObject({ status: 403, code: "origin_not_allowed" });
  expect(talk.runs.active).toBe(0);
});

test("our own page is let in, and an origin can be allowed", async () => {
  const { app } = await testApp({ config: { allowedOrigins: ["http://localhost:5173"] } });
  for (const origin of ["http://localhost:4410", "http://localhost:5173"]) {
    const response = await app.request("/api/info", { headers: { host: "localhost:4410", origin } });
    expect(response.status).toBe(200);
  }
});

test.each(["/api/info", "/api/tools", "/v1/models", "/", "/api/health"])(
  "with a token set, %s needs it",
  async (path) => {
    const { app } = await testApp({ config: { token } });
    for (const authorization of [undefined, "Bearer wrong-wrong-wrong", token, `Basic ${token}`]) {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await app.request(path, { headers });
      expect(response.headers.get("www-authenticate")).toMatch(/Bearer/);
      expect(await problemOf(response)).toMatchObject({ status: 401, code: "unauthorized" });
    }
    const known = await app.request(path, { headers: { authorization: `Bearer ${token}` } });
    expect(known.status).not.toBe(401);
  },
);

test("the page is opened with the token once; then a cookie that scripts cannot read does", async () => {
  const { app } = await testApp({ config: { token } });
  const first = await app.request(`/?token=${token}`);
  expect([first.status, first.headers.get("location")]).toEqual([302, "/"]);
  const cookie = first.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  expect(cookie).not.toContain(token);
  const [pair = ""] = cookie.split(";");
  expect((await app.request("/api/info", { headers: { cookie: pair } })).status).toBe(200);
  expect((await app.request("/?token=wrong")).status).toBe(401);
  expect((await app.request(`/api/info?token=${token}`)).status).toBe(401);
});

test("the page is served with its types, and nothing beside it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-page-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "dist", "assets"), { recursive: true });
  await writeFile(join(folder, "dist", "index.html"), "<!doctype html><title>Antiphon</title>");
  await writeFile(join(folder, "dist", "assets", "page.js"), "export {};");
  await writeFile(join(folder, "secret.json"), "{}");
  const { app } = await testApp({ pageFolder: join(folder, "dist") });
  const page = await app.request("/");
  expect(await page.text()).toContain("Antiphon");
  expect(page.headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/);
  const script = await app.request("/assets/page.js");
  expect(script.headers.get("content-type")).toMatch(/javascript/);
  expect(script.headers.get("cache-control")).toMatch(/immutable/);
  for (const path of [
    "/../secret.json",
    "/%2e%2e/secret.json",
    "/..%2fsecret.json",
    "/%00",
    "/%",
    "/none.js",
  ])
    expect((await app.request(path)).status).toBe(404);
});

test("a page that was not built says how to build it", async () => {
  const { app } = await testApp();
  expect(await problemOf(await app.request("/"))).toMatchObject({ status: 503, code: "page_not_built" });
});
