import type { Entry } from "./conversation-entry.ts";
import type { Segment } from "./run-segments.ts";

export interface Run {
  /** Not known before the gateway's first event. */
  readonly id: string | undefined;
  readonly model: string;
  readonly phase: "sending" | "running" | "stopping" | "ended";
  readonly link: "live" | "reconnecting";
  readonly lastEventId: string | undefined;
  /** By this page's clock, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the start to the latest event. */
  readonly elapsed: number;
  readonly tokens: number;
  /** The gateway reported an error; an `end` may not follow. */
  readonly failed: boolean;
  readonly segments: readonly Segment[];
  /** Place of the message that is being written, among the entries. */
  readonly writing: number | undefined;
}

export interface ConversationState {
  readonly conversationId: string | undefined;
  readonly entries: readonly Entry[];
  /** The run that goes on, or the last one. */
  readonly run: Run | undefined;
}

export const emptyConversation: ConversationState = {
  conversationId: undefined,
  entries: [],
  run: undefined,
};

export type ActiveRun = Run & { readonly phase: Exclude<Run["phase"], "ended"> };

export function isRunning(run: Run | undefined): run is ActiveRun {
  return run !== undefined && run.phase !== "ended";
}

export function newRun(startedAt: number): Run {
  return {
    id: undefined,
    model: "",
    phase: "sending",
    link: "live",
    lastEventId: undefined,
    startedAt,
    elapsed: 0,
    tokens: 0,
    failed: false,
    segments: [],
    writing: undefined,
  };
}
