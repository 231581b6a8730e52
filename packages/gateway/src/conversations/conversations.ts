import { randomUUID } from "node:crypto";
import { Conversation } from "./conversation.ts";

export interface ConversationsOptions {
  /** One that rests for so long starts anew. */
  idleMs: number;
  /**
   * Most conversations remembered; those that rested longest are forgotten first.
   * @default 1_000
   */
  most?: number;
  /** @default Date.now */
  now?: () => number;
}

/** All conversations, by id. Kept in memory, as long as they are in use. */
export class Conversations {
  readonly #byId = new Map<string, Conversation>();
  readonly #idleMs: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor({ idleMs, most = 1_000, now = Date.now }: ConversationsOptions) {
    this.#idleMs = idleMs;
    this.#most = most;
    this.#now = now;
  }

  /** The conversation of this id, made when there is none; a fresh id when none is given. */
  open(id: string = randomUUID()): Conversation {
    this.#forgetOld();
    const conversation = this.#byId.get(id) ?? new Conversation(id, this.#now());
    conversation.usedAt = this.#now();
    // Deleted and set again: the map's order is the order of last use.
    this.#byId.delete(id);
    this.#byId.set(id, conversation);
    return conversation;
  }

  find(id: string): Conversation | undefined {
    this.#forgetOld();
    return this.#byId.get(id);
  }

  get size(): number {
    return this.#byId.size;
  }

  #forgetOld(): void {
    const oldest = this.#now() - this.#idleMs;
    for (const [id, { running, usedAt }] of this.#byId) {
      if (running !== undefined) continue;
      if (usedAt > oldest && this.#byId.size < this.#most) break;
      this.#byId.delete(id);
    }
  }
}
