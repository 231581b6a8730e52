import { access } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { Logger } from "antiphon";
import type { Config } from "../config/schema.ts";
import { pageFolder } from "../http/page.ts";
import { refuseAll, type RunContext } from "../runs/approver.ts";
import { availableModels } from "../startup/available-models.ts";
import type { PartState } from "../startup/parts.ts";
import { startServices, type Services } from "../startup/services.ts";
import { within } from "../startup/within.ts";
import { voiceHealth } from "./doctor-voice.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import type { Output } from "./output.ts";
import { partLine } from "./part-line.ts";
import { joinRunningHome, runningGateway } from "./running-home.ts";

export interface DoctorOptions {
  logger: Logger;
  output: Output;
  json: boolean;
}

interface Finding {
  readonly name: string;
  readonly state: PartState;
  readonly message: string;
}

/** Every part is started and asked; what is wrong is said with what to do. */
export async function doctor(given: Config, { logger, output, json }: DoctorOptions): Promise<ExitCode> {
  const findings: Finding[] = [];
  const tell = (finding: Finding): void => {
    findings.push(finding);
    if (!json) output.note(partLine(finding));
  };
  tell(nodeVersion());
  for (const finding of await Promise.all([port(given), page(), models(given)])) tell(finding);

  const { config, joined } = await joinRunningHome(given);
  if (joined !== undefined)
    tell({ name: "home", state: "ready", message: `The one of the gateway at ${joined}` });
  const services = startServices(config, { logger });
  try {
    await services.settled;
    const model = await modelHealth(services);
    for (const part of services.parts.list()) tell(part.name === "model" ? { ...part, ...model } : part);
    const zwave = await zwaveHealth(services);
    if (zwave) tell(zwave);
    tell({ name: "voice", ...(await voiceHealth(config)) });
  } finally {
    await services.close();
  }
  const ok = findings.every(({ state }) => state !== "failed");
  if (json) output.out(`${JSON.stringify({ ok, findings }, undefined, 2)}\n`);
  else
    output.out(ok ? "Everything that is needed works.\n" : "Something is wrong; see the lines marked ✗.\n");
  return ok ? exitCode.ok : exitCode.failure;
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return {
    name: "node",
    state: ok ? "ready" : "failed",
    message: ok
      ? `Node ${process.versions.node}.`
      : `Node ${process.versions.node} is too old; install 20.19 or later.`,
  };
}

async function port(config: Config): Promise<Finding> {
  const { host, port: number } = config;
  const free = await new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(number, host, () => server.close(() => resolve(undefined)));
  });
  if (free === undefined) return { name: "port", state: "ready", message: `${host}:${number} is free.` };
  if (await runningGateway(config))
    return { name: "port", state: "ready", message: `A gateway runs at ${host}:${number} already.` };
  return {
    name: "port",
    state: "failed",
    message: `${host}:${number} cannot be used (${free}). Choose another with --port.`,
  };
}

async function page(): Promise<Finding> {
  try {
    await access(join(pageFolder(), "index.html"));
    return { name: "page", state: "ready", message: "The page is built." };
  } catch {
    return { name: "page", state: "degraded", message: "The page is not built. Run npm run build." };
  }
}

async function models({ model }: Config): Promise<Finding> {
  const available = await availableModels();
  const names = available.map((name) => `--model ${name}`).join(", ");
  if (available.length > 0)
    return { name: "models", state: "ready", message: `In use: ${model}. Could be used: ${names}.` };
  const message = `In use: ${model}. For free conversation start Ollama (ollama pull qwen3:8b), or set a key such as ANTHROPIC_API_KEY, then use --model.`;
  return { name: "models", state: "ready", message };
}

/** Who asks a doctor wants the configured model to work, not the one that stands in for it. */
async function modelHealth({ model }: Services): Promise<Partial<Finding>> {
  const { check, status } = await model;
  const silent = {
    state: "failed",
    message: "The model's provider did not answer within 5 seconds.",
  } as const;
  const found = check ? ((await within(check(new AbortController().signal), 5_000)) ?? silent) : status;
  return found.state === "ready" ? found : { ...found, state: "failed" };
}

/** The Z-Wave server knows more than that it is there. */
async function zwaveHealth({ executor, manager }: Services): Promise<Finding | undefined> {
  if (!manager.find("zwave_health")) return undefined;
  const context: RunContext = { approver: refuseAll };
  const { status, text } = await executor.execute(
    { id: randomUUID(), name: "zwave_health", args: {} },
    { context },
  );
  const message = text.replace(/^Error: /, "").replace(/\s*\n\s*/g, " ");
  return { name: "z-wave", state: status === "error" ? "failed" : "ready", message };
}
