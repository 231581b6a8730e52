import type { Logger } from "antiphon";
import { Conversations } from "../conversations/conversations.ts";
import { Approvals } from "../runs/approvals.ts";
import { Runs } from "../runs/runs.ts";
import type { Services } from "./services.ts";
import { defaultSystemPrompt } from "./system-prompt.ts";

/** Conversations over the services: what the page, the terminal and other programs talk to. */
export interface Talk {
  readonly conversations: Conversations;
  readonly approvals: Approvals;
  readonly runs: Runs;
  readonly systemPrompt: string;
}

/** The longest that an answer waits for tools that are still starting. */
const toolWaitMs = 15_000;

/** Conversations and runs over services, for HTTP and for the terminal alike. */
export function createTalk(
  services: Services,
  { logger, graceMs }: { logger: Logger; graceMs?: number },
): Talk {
  const { config } = services;
  const conversations = new Conversations({ idleMs: config.conversationIdleMinutes * 60_000 });
  const approvals = new Approvals({ timeoutMs: config.approvalSeconds * 1_000 });
  const systemPrompt = config.systemPrompt ?? defaultSystemPrompt;
  const runs = new Runs({
    conversations,
    approvals,
    client: async () => (await services.model).client,
    toolsReady: (signal) => untilReady(services.toolsReady, signal),
    systemPrompt,
    contextTokens: config.contextTokens,
    maxRuns: config.maxRuns,
    ...(graceMs !== undefined && { graceMs }),
    logger,
  });
  return { conversations, approvals, runs, systemPrompt };
}

/** Resolves when the tools are there or the wait is over; rejects with the signal's reason. */
export function untilReady(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => finish(() => reject(signal.reason as Error));
    const timer = setTimeout(() => finish(resolve), toolWaitMs);
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      settle();
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    void ready.then(() => finish(resolve));
  });
}
