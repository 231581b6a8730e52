import type { Logger } from "antiphon";
import type { Config } from "../config/schema.ts";
import { startServices } from "../startup/services.ts";
import { describeTools } from "../tool-list.ts";
import { reportTroubles } from "./chat.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import type { Output } from "./output.ts";
import { joinRunningHome } from "./running-home.ts";

export interface ListToolsOptions {
  logger: Logger;
  output: Output;
  json: boolean;
}

/** What there is, and from where. */
export async function listTools(
  given: Config,
  { logger, output, json }: ListToolsOptions,
): Promise<ExitCode> {
  const { config } = await joinRunningHome(given);
  // A simulated home would take seconds to start and change nothing in the list.
  const services = startServices(config, { logger, virtualHome: false });
  try {
    await services.toolsReady;
    const tools = describeTools(services.manager.tools);
    if (json) output.out(`${JSON.stringify({ tools }, undefined, 2)}\n`);
    else {
      const width = Math.max(...tools.map(({ name }) => name.length), 0);
      for (const { name, source, description } of tools)
        output.out(`${name.padEnd(width)}  ${source.padEnd(10)}  ${firstSentence(description)}\n`);
      reportTroubles(services, output);
    }
    return services.parts.list().some(({ state }) => state === "failed") ? exitCode.failure : exitCode.ok;
  } finally {
    await services.close();
  }
}

function firstSentence(text: string): string {
  const [sentence = ""] = text.replace(/\s+/g, " ").split(/(?<=\.)\s/);
  return sentence.length > 100 ? `${sentence.slice(0, 99)}…` : sentence;
}
