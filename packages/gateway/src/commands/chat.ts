import { createInterface } from "node:readline";
import type { Logger } from "antiphon";
import type { Config } from "../config/schema.ts";
import { allowAll, refuseAll } from "../runs/approver.ts";
import { startServices, type Services } from "../startup/services.ts";
import { createTalk, type Talk } from "../startup/talk.ts";
import { interactiveChat } from "./chat-interactive.ts";
import { eventWriter } from "./event-writer.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import type { Output } from "./output.ts";
import { partLine } from "./part-line.ts";
import { joinRunningHome } from "./running-home.ts";

export interface ChatOptions {
  logger: Logger;
  output: Output;
  /** Events as JSON lines. */
  json: boolean;
  /** One question; without it they are typed or read from standard input. */
  text?: string | undefined;
}

/** A conversation in the terminal. */
export async function chat(given: Config, options: ChatOptions): Promise<ExitCode> {
  const { logger, output, json, text } = options;
  const { config, joined } = await joinRunningHome(given);
  const services = startServices(config, { logger });
  const talk = createTalk(services, { logger });
  const stop = (): void => void talk.runs.close();
  const interactive = text === undefined && process.stdin.isTTY && !json;
  if (!interactive) for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  try {
    if (interactive) {
      if (joined !== undefined) output.note(`Using the home of the gateway at ${joined}\n`);
      return await interactiveChat({ services, talk, output });
    }
    const questions = text === undefined ? createInterface({ input: process.stdin }) : [text];
    return await answerAll(questions, { services, talk, output, json });
  } finally {
    await talk.runs.close();
    await services.close();
  }
}

interface Answering {
  services: Services;
  talk: Talk;
  output: Output;
  json: boolean;
}

/** Each line is a question of one conversation. Nobody can be asked for approval. */
async function answerAll(
  questions: AsyncIterable<string> | Iterable<string>,
  { services, talk, output, json }: Answering,
): Promise<ExitCode> {
  const approver = services.config.yes ? allowAll : refuseAll;
  let failed = false;
  let asked = false;
  let conversationId: string | undefined;
  for await (const question of questions) {
    if (question.trim() === "") continue;
    if (!asked && !json) void services.settled.then(() => reportTroubles(services, output));
    asked = true;
    const run = talk.runs.start(question, { conversationId, approver });
    ({ conversationId } = run);
    const { entries, close } = run.attach();
    const write = eventWriter(output);
    for await (const { event, json: line } of entries) {
      if (json) output.out(`${line}\n`);
      else write(event);
      if (event.type === "error" || (event.type === "end" && event.stopReason === "aborted")) failed = true;
    }
    close();
  }
  if (!asked) output.note('Nothing was asked. Try: antiphon chat "turn on the kitchen light"\n');
  return failed || !asked ? exitCode.failure : exitCode.ok;
}

/** What does not work, before the answer wonders about it. */
export function reportTroubles({ parts }: Services, { note }: Output): void {
  for (const part of parts.list()) {
    if (part.state === "failed" || part.state === "degraded") note(partLine(part));
  }
}
