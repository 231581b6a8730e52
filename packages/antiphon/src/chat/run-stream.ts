import type { AIMessage, ToolMessage } from "@langchain/core/messages";

export interface RunStreamOptions<Event, T> {
  readonly events: AsyncGenerator<Event, void>;
  /** Aborted when the consumer breaks off. */
  readonly controller: AbortController;
  readonly messages: readonly (AIMessage | ToolMessage)[];
  /** Nothing, for events that this view does not show. */
  readonly view: (event: Event) => T | undefined;
}

/**
 * A run as the consumer sees it. Breaking off aborts first and returns then: a plain generator would wait
 * for the provider's next chunk before it noticed.
 */
export class RunStream<Event, T> implements AsyncIterableIterator<T, void, void> {
  /** All new messages so far, also after the consumer broke off: each call in them has its result. */
  readonly messages: readonly (AIMessage | ToolMessage)[];
  readonly #events: AsyncGenerator<Event, void>;
  readonly #controller: AbortController;
  readonly #view: (event: Event) => T | undefined;

  constructor({ events, controller, messages, view }: RunStreamOptions<Event, T>) {
    this.#events = events;
    this.#controller = controller;
    this.messages = messages;
    this.#view = view;
  }

  async next(): Promise<IteratorResult<T, void>> {
    while (true) {
      const step = await this.#events.next();
      if (step.done) return step;
      const value = this.#view(step.value);
      if (value !== undefined) return { done: false, value };
    }
  }

  async return(): Promise<IteratorResult<T, void>> {
    this.#controller.abort(new DOMException("The consumer broke off.", "AbortError"));
    await this.#events.return();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
