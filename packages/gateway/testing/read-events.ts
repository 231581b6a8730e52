import type { LoggedEvent } from "../src/runs/run-log.ts";

export interface ReadEvent {
  readonly id: string | undefined;
  readonly event: LoggedEvent;
}

/** The events of a `text/event-stream` answer, as they come. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true });
    const frames = rest.split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data !== undefined && data !== "[DONE]")
        yield { id: /^id: (.*)$/m.exec(frame)?.[1], event: JSON.parse(data) as LoggedEvent };
    }
  }
}

/** All events up to the end of the stream. */
export async function allEvents(response: Response): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for await (const { event } of readEvents(response)) events.push(event);
  return events;
}

/** The text that a person reads. */
export function textOf(events: readonly LoggedEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
}
