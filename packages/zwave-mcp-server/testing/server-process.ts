import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  type CallToolResult,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from "@modelcontextprotocol/sdk/types.js";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const command = ["--import", "tsx", "--conditions=antiphon-source", "src/cli.ts"];

export interface ServerProcess {
  client: Client;
  child: ChildProcess;
  /** Every line of stdout so far that is not a JSON-RPC message. */
  strayLines: string[];
  stderr: () => string;
  /** Calls a tool and returns its text and whether it is an error. */
  call: (
    name: string,
    input?: Record<string, unknown>,
  ) => Promise<{ text: string; isError: boolean; data: CallToolResult["structuredContent"] }>;
  /** Ends its stdin and resolves with the exit code; rejects if stdout carried anything but JSON-RPC. */
  end: () => Promise<number | null>;
}

export function spawnServer(environment: Record<string, string>, args: string[] = []): ChildProcess {
  return spawn(process.execPath, [...command, ...args], {
    cwd: packageFolder,
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** The server as its users run it: a process of its own, from sources, talked to by the SDK's client. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawnServer({ LOG_LEVEL: "debug", ...environment });
  const strayLines: string[] = [];
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  const client = new Client({ name: "test", version: "0" });
  await client.connect(lineTransport(child, strayLines)).catch((error: unknown) => {
    throw new Error(`The server did not start. Its stderr:\n${stderr}`, { cause: error });
  });
  return {
    client,
    child,
    strayLines,
    stderr: () => stderr,
    async call(name, input = {}) {
      const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
      const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
      return { text, isError: result.isError === true, data: result.structuredContent };
    },
    async end() {
      child.stdin?.end();
      const code = await exited;
      if (strayLines.length > 0) throw new Error(`Not JSON-RPC on stdout: ${JSON.stringify(strayLines)}`);
      return code;
    },
  };
}

/** Reads stdout line by line and keeps every line that is not JSON-RPC for the test to see. */
function lineTransport(child: ChildProcess, strayLines: string[]): Transport {
  let buffer = "";
  const transport: Transport = {
    start: () => Promise.resolve(),
    send(message: JSONRPCMessage) {
      child.stdin?.write(`${JSON.stringify(message)}\n`);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  child.stdout?.on("data", (chunk: Buffer) => {
    const lines = (buffer + chunk.toString("utf8")).split("\n");
    buffer = lines.pop() ?? "";
    for (const line of lines) {
      const message = parse(line);
      if (message === undefined) strayLines.push(line);
      else transport.onmessage?.(message);
    }
  });
  child.stdout?.on("end", () => {
    if (buffer !== "") strayLines.push(buffer);
    transport.onclose?.();
  });
  child.stdin?.on("error", () => undefined);
  return transport;
}

function parse(line: string): JSONRPCMessage | undefined {
  try {
    return JSONRPCMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
