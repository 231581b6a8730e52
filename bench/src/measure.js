import { fork } from "node:child_process";
import { join } from "node:path";
import { benchFolder, nodePath } from "./prepare.js";

const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  // Contenders must not talk to anyone but the scripted server.
  MASTRA_TELEMETRY_DISABLED: "1",
  OTEL_SDK_DISABLED: "true",
  LANGSMITH_TRACING: "false",
  AI_SDK_LOG_WARNINGS: "false",
  NODE_ENV: "production",
};

export async function startServer() {
  const server = fork(join(benchFolder, "src/server.js"), { execPath: nodePath, env: environment });
  const { port } = await new Promise((resolve, reject) => {
    server.once("message", resolve);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => server.disconnect() };
}

/** One contender, one workload, one process. Never rejects: a contender that cannot is reported with the reason. */
export function runProcess(task, { timeoutMs, execArgv = [] }) {
  return new Promise((resolve) => {
    const child = fork(join(benchFolder, "src/contender-process.js"), [JSON.stringify(task)], {
      execPath: nodePath,
      execArgv,
      cwd: benchFolder,
      env: environment,
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let stderr = "";
    let outcome;
    child.stderr.setEncoding("utf8").on("data", (text) => (stderr = (stderr + text).slice(-20_000)));
    const timer = setTimeout(() => {
      outcome = { failure: `took more than ${timeoutMs / 1_000} s` };
      child.kill("SIGKILL");
    }, timeoutMs);
    child.once("message", (message) => (outcome ??= message));
    child.once("exit", (code) => {
      clearTimeout(timer);
      resolve(outcome ?? { failure: reason(stderr) ?? `ended with ${code}` });
    });
  });
}

/** The line that names the error; the stack below it helps nobody here. */
function reason(stderr) {
  return stderr
    .split("\n")
    .find((line) => /Error/.test(line))
    ?.trim()
    .slice(0, 300);
}
