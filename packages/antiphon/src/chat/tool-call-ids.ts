import { randomUUID } from "node:crypto";
import type { BaseMessage } from "@langchain/core/messages";
import { JsonProgress } from "./json-progress.ts";
import { callsOf } from "./messages.ts";
import type { ToolCallFragment } from "./raw-stream.ts";

/** A call while its fragments arrive. */
export interface OpenCall {
  /** Decided when the call is first seen, and never changed: events and history agree. */
  readonly id: string;
  /** What the provider calls it; later fragments refer to it by this. */
  readonly providerId: string | undefined;
  readonly index: number | string | undefined;
  name: string;
  /** Fragments of argument text, joined once at the end. */
  readonly pieces: string[];
  readonly progress: JsonProgress;
  /** Arguments that came as an object. */
  whole: Record<string, unknown> | undefined;
  extras: ToolCallFragment["extras"];
  /** The chunk that began it. */
  readonly chunk: number;
}

/** A call that was given an id, because the provider's was missing or taken. */
export type GivenId = Pick<OpenCall, "id" | "name" | "providerId">;

export interface ToolCallAssemblyOptions {
  /** Ids that the conversation uses already; ids given here are added. */
  taken: Set<string>;
  /** @default random UUIDs */
  newId?: () => string;
}

/**
 * Decides what belongs together, by the data and never by the provider's name:
 *
 * - A fragment continues the call at its index, else the call of its id, else the last one.
 * - A name begins a call. It only repeats the name of the call it would continue when both name and id
 *   agree and that call's arguments are not complete yet. Names arrive whole everywhere, so they are never
 *   joined: joining is how `current_date_timeget_temperature` came about.
 */
export class ToolCallAssembly {
  readonly calls: OpenCall[] = [];
  readonly #byIndex = new Map<number | string, OpenCall>();
  readonly #byId = new Map<string, OpenCall>();
  readonly #taken: Set<string>;
  readonly #newId: () => string;
  #last: OpenCall | undefined;
  #chunk = 0;

  constructor({ taken, newId = randomUUID }: ToolCallAssemblyOptions) {
    this.#taken = taken;
    this.#newId = newId;
  }

  get given(): readonly GivenId[] {
    return this.calls.filter(({ id, providerId }) => id !== providerId);
  }

  /** Adds the fragments of one chunk; returns the calls that began. */
  add(fragments: readonly ToolCallFragment[]): readonly OpenCall[] {
    const before = this.calls.length;
    this.#chunk++;
    for (const fragment of fragments) this.#addFragment(fragment);
    return this.calls.length === before ? none : this.calls.slice(before);
  }

  #addFragment({ index: givenIndex, id: givenId, name: givenName, args, extras }: ToolCallFragment): void {
    const fragment = {
      index: givenIndex ?? undefined,
      id: presentId(givenId),
      name: givenName ?? "",
      hasArgs: Boolean(args),
    };
    const known = this.#find(fragment);
    const call = known && !this.#beginsAnother(known, fragment) ? known : this.#begin(fragment);

    if (!call.name) call.name = fragment.name;
    if (extras) call.extras = extras;
    if (typeof args === "string") {
      if (args) call.pieces.push(args);
    } else if (args) {
      call.whole = args;
    }
    this.#last = call;
  }

  #find({ index, id, name }: Fragment): OpenCall | undefined {
    const atIndex = index === undefined ? undefined : this.#byIndex.get(index);
    const ofId = id === undefined ? undefined : this.#byId.get(id);
    // Proxies that send index 0 for everything still tell their calls apart by id.
    if (atIndex && ofId && atIndex.providerId !== id) return ofId;
    if (atIndex || ofId) return atIndex ?? ofId;
    const isAnonymous = index === undefined && id === undefined;
    const announcesACall = name !== "" || (index !== undefined && id !== undefined);
    return isAnonymous || !announcesACall ? this.#last : undefined;
  }

  #beginsAnother(call: OpenCall, { index, id, name, hasArgs }: Fragment): boolean {
    if (!name || !call.name) return false;
    if (name !== call.name) return true;
    // Found by an id that the provider gives to all its calls.
    if (index !== undefined && call.index !== undefined && index !== call.index) return true;
    if (id !== undefined && call.providerId !== undefined && id !== call.providerId) return true;
    if (call.chunk === this.#chunk) return true;
    return hasArgs && (call.whole !== undefined || call.progress.isClosed(call.pieces));
  }

  #begin({ index, id, name }: Fragment): OpenCall {
    const call: OpenCall = {
      id: this.#claim(id),
      providerId: id,
      index,
      name,
      pieces: [],
      progress: new JsonProgress(),
      whole: undefined,
      extras: undefined,
      chunk: this.#chunk,
    };
    this.calls.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);
    if (id !== undefined) this.#byId.set(id, call);
    return call;
  }

  #claim(providerId: string | undefined): string {
    const id = providerId === undefined || this.#taken.has(providerId) ? this.#newId() : providerId;
    this.#taken.add(id);
    return id;
  }
}

interface Fragment {
  readonly index: number | string | undefined;
  readonly id: string | undefined;
  readonly name: string;
  readonly hasArgs: boolean;
}

const none: readonly OpenCall[] = [];

/** Ids of all calls in a history. */
export function takenIds(history: readonly BaseMessage[]): Set<string> {
  return new Set(history.flatMap((message) => callsOf(message).map(({ id }) => id ?? "")));
}

/** Providers without ids send none, `""` or, through LangChain's Mistral adapter, the text `"null"`. */
function presentId(id: string | null | undefined): string | undefined {
  return id && id !== "null" ? id : undefined;
}
