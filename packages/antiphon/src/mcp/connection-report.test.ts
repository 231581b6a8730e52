import { expect, test } from "vitest";
import type { Tool } from "../tools/tool.ts";
import type { McpServer } from "./config.ts";
import { ConnectFailure } from "./connect-failure.ts";
import { connectionReport } from "./connection-report.ts";

function report(server: McpServer, tools: readonly Tool[] = []): string {
  const failure = new ConnectFailure("no luck");
  return connectionReport({ name: "home", server, attempts: 3, failure, tools });
}

function named(name: string, server?: string): Tool {
  return {
    name,
    description: name,
    schema: {},
    invoke: () => "",
    ...(server ? { metadata: { mcp: { server } } } : {}),
  };
}

const stdio = { type: "stdio", command: "zwave-mcp-server", args: [], env: {} } as const;

test("what to check names the program that is meant, not the one that runs it", () => {
  expect(report(stdio)).toContain("zwave-mcp-server installed");
  expect(report({ ...stdio, command: "npx", args: ["-y", "some-server", "--x"] })).toContain(
    "some-server installed",
  );
  expect(report({ ...stdio, command: "/usr/bin/python3.12", args: ["serve.py"] })).toContain(
    "serve.py installed",
  );
});

test("an HTTP server's report names its address without the secrets in it", () => {
  const text = report({ type: "http", url: "https://user:hunter2@home.example/mcp?key=abc", headers: {} });
  expect(text).toContain("server running at https://home.example");
  expect(text).not.toMatch(/hunter2|abc|stderr/);
});

test("what remains is told truthfully: local tools only, or other servers too", () => {
  expect(report(stdio, [named("datetime")])).toContain("Continuing with local tools only (datetime)");
  expect(report(stdio, [named("datetime"), named("read", "files")])).toContain(
    "Continuing without home: local tools (datetime) and those of files remain",
  );
});
