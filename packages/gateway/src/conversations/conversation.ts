import type { BaseMessage } from "@langchain/core/messages";
import { trimHistory } from "./trim-history.ts";

/** One person's thread: its history, and the run that is under way in it. */
export class Conversation {
  readonly id: string;
  /** The run's id; one at a time. */
  running: string | undefined;
  usedAt: number;
  #messages: readonly BaseMessage[] = [];
  #generation = 0;

  constructor(id: string, now: number) {
    this.id = id;
    this.usedAt = now;
  }

  /** Without the instructions; what a running run has produced comes in when it ends. */
  get messages(): readonly BaseMessage[] {
    return this.#messages;
  }

  /** Changes with every reset, so that a run knows whether its history is still the present one. */
  get generation(): number {
    return this.#generation;
  }

  /** Adds messages and lets the oldest rounds go when there are too many. */
  add(messages: readonly BaseMessage[], { maxTokens }: { maxTokens: number }): void {
    this.#messages = trimHistory([...this.#messages, ...messages], { maxTokens });
  }

  reset(): void {
    this.#messages = [];
    this.#generation++;
  }
}
