import type { Logger } from "antiphon";
import type { Config } from "../config/schema.ts";
import { availableModels } from "../startup/available-models.ts";
import { startGateway } from "../startup/gateway.ts";
import { Parts } from "../startup/parts.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import type { Output } from "./output.ts";
import { partLine } from "./part-line.ts";
import { untilSignal } from "./until-signal.ts";

export interface StartOptions {
  logger: Logger;
  output: Output;
  /** One JSON line in place of sentences. */
  json: boolean;
}

/** Brings everything up, says where it is, and stays until a signal comes. */
export async function start(config: Config, { logger, output, json }: StartOptions): Promise<ExitCode> {
  const { out, note } = output;
  let ending = false;
  const parts = new Parts({
    onChange: (part) => {
      if (!json && !ending && part.state !== "starting") note(partLine(part));
    },
  });
  if (!json) note("Starting.\n");
  const gateway = await startGateway(config, { logger, parts });
  const close = (): Promise<void> => {
    ending = true;
    return gateway.close();
  };
  const ended = untilSignal({ close, note: json ? () => {} : note });
  const [{ client }, available] = await Promise.all([gateway.model, availableModels(), gateway.settled]);
  const address =
    config.token === undefined ? gateway.url : `${gateway.url}?token=${encodeURIComponent(config.token)}`;
  if (ending) {
    await ended;
    return exitCode.ok;
  }
  if (json) {
    out(
      `${JSON.stringify({ url: gateway.url, port: gateway.port, pid: process.pid, model: client.modelName, available, parts: gateway.parts.list() })}\n`,
    );
  } else {
    const others = available.filter((name) => !config.model.split(",").includes(name));
    const offer =
      others.length > 0 ? ` Could be used: ${others.map((name) => `--model ${name}`).join(", ")}.` : "";
    const hint =
      config.model === "offline" && others.length === 0
        ? " Connect a language model with --model (see antiphon doctor)."
        : "";
    note(`  Model: ${client.modelName}.${offer}${hint}\n`);
    out(`Antiphon is ready at ${address}\n`);
  }
  await ended;
  return exitCode.ok;
}
