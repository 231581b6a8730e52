import type { Services } from "../startup/services.ts";
import type { Talk } from "../startup/talk.ts";
import type { GivenDecision } from "../runs/approvals.ts";
import type { Run } from "../runs/run.ts";
import type { GatewayEvent } from "../runs/run-event.ts";
import { describeCall, eventWriter } from "./event-writer.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import { LineReader } from "./line-reader.ts";
import type { Output } from "./output.ts";
import { partLine } from "./part-line.ts";

export interface InteractiveOptions {
  services: Services;
  talk: Talk;
  output: Output;
}

const prompt = "› ";
const help = "Ask, or tell your home what to do. Ctrl-C stops an answer, twice leaves; so does Ctrl-D.\n";

/** A person at a terminal: types, watches tools at work, allows or refuses, stops, leaves. */
export async function interactiveChat({ services, talk, output }: InteractiveOptions): Promise<ExitCode> {
  const { note } = output;
  let running: Run | undefined;
  let interrupted = false;
  const leave = (): void => {
    running?.cancel();
    reader.close();
  };
  const onInterrupt = (): void => {
    if (interrupted) {
      leave();
      return;
    }
    interrupted = true;
    if (running) {
      running.cancel();
      reader.skip();
    } else {
      note("\n(Ctrl-C again leaves)\n");
      reader.skip();
    }
  };
  const reader = new LineReader({ input: process.stdin, output: process.stdout, onInterrupt });
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.once(signal, leave);

  const { client } = await services.model;
  note(`Antiphon, with ${client.modelName}. ${help}`);
  await services.settled;
  for (const part of services.parts.list()) {
    if (part.state === "failed" || part.state === "degraded") note(partLine(part));
  }

  let conversationId: string | undefined;
  while (true) {
    // A reader that was closed, because the person leaves, has no more lines.
    const line = await reader.next(prompt);
    if (line === undefined) break;
    const message = line.trim();
    if (message === "") continue;
    interrupted = false;
    if (/^(exit|quit|bye)$/i.test(message)) break;
    running = talk.runs.start(message, { conversationId });
    ({ conversationId } = running);
    await show(running);
    running = undefined;
  }
  reader.close();
  note("\n");
  return exitCode.ok;

  async function show(run: Run): Promise<void> {
    const { entries, close } = run.attach();
    const write = eventWriter({ out: output.out, note: output.out });
    for await (const { event } of entries) {
      if (event.type === "approval-request") await ask(event);
      else write(event);
    }
    close();
  }

  async function ask({
    approvalId,
    calls,
  }: Extract<GatewayEvent, { type: "approval-request" }>): Promise<void> {
    const decisions: GivenDecision[] = [];
    for (const call of calls.filter(({ needsApproval }) => needsApproval)) {
      const answer = await reader.next(`  ? Allow ${describeCall(call)}? [y/N] `);
      decisions.push({ id: call.id, allowed: /^\s*y(es)?\s*$/i.test(answer ?? "") });
    }
    talk.approvals.answer(approvalId, decisions);
  }
}
