import { randomUUID } from "node:crypto";
import { text as readAll } from "node:stream/consumers";
import type { Logger } from "antiphon";
import type { Config } from "../config/schema.ts";
import { allowAll, refuseAll, type Approver, type RunContext } from "../runs/approver.ts";
import { startServices } from "../startup/services.ts";
import { describeCall } from "./event-writer.ts";
import { exitCode, UsageError, type ExitCode } from "./exit-code.ts";
import { LineReader } from "./line-reader.ts";
import type { Output } from "./output.ts";
import { joinRunningHome } from "./running-home.ts";

export interface CallOptions {
  logger: Logger;
  output: Output;
  json: boolean;
  /** The arguments as JSON; "-" reads them from standard input. */
  args: string;
}

/** One tool call, by hand: the same executor, deadline and approval as for a model. */
export async function call(
  given: Config,
  tool: string,
  { logger, output, json, args }: CallOptions,
): Promise<ExitCode> {
  const parsed = parseArguments(args === "-" ? await readAll(process.stdin) : args);
  const { config } = await joinRunningHome(given);
  const services = startServices(config, { logger });
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  try {
    await services.toolsReady;
    const context: RunContext = { approver: approverFor(config) };
    const started = performance.now();
    const { status, text, artifact } = await services.executor.execute(
      { id: randomUUID(), name: tool, args: parsed },
      { signal: controller.signal, context },
    );
    const durationMs = Math.round(performance.now() - started);
    const failed = status === "error";
    if (json) {
      const result = {
        tool,
        status: failed ? "error" : "success",
        content: text,
        artifact: artifact as unknown,
        durationMs,
      };
      output.out(`${JSON.stringify(result, undefined, 2)}\n`);
    } else if (failed) output.note(`${text}\n`);
    else output.out(`${text}\n`);
    return failed ? exitCode.failure : exitCode.ok;
  } finally {
    await services.close();
  }
}

function parseArguments(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `The arguments are not JSON: ${(error as Error).message}. Write them like '{"deviceName":"Kitchen Light"}'.`,
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new UsageError(`The arguments must be a JSON object, like '{"deviceName":"Kitchen Light"}'.`);
}

function approverFor({ yes }: Config): Approver {
  if (yes) return allowAll;
  if (!process.stdin.isTTY) return refuseAll;
  return async (calls) => {
    const reader = new LineReader({
      input: process.stdin,
      output: process.stderr,
      onInterrupt: () => reader.close(),
    });
    try {
      const decisions: boolean[] = [];
      for (const { id, name, args, needsApproval } of calls) {
        const answer = needsApproval
          ? await reader.next(`Allow ${describeCall({ id, name, args })}? [y/N] `)
          : "yes";
        decisions.push(/^\s*y(es)?\s*$/i.test(answer ?? ""));
      }
      return decisions;
    } finally {
      reader.close();
    }
  };
}
