import type { UiValue } from "./ui-value.ts";

/** What arrived on a `/set` topic: a number when it starts like one, JSON when it is, else the text itself. */
export function parsePayload(text: string): unknown {
  if (!Number.isNaN(Number.parseInt(text))) return Number(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value that a payload means for this value: out of its envelope, words and booleans translated. */
export function valueFromPayload(payload: unknown, target: UiValue): unknown {
  let value = isEnvelope(payload) ? payload.value : payload;
  if (typeof value === "string" && Number.isNaN(Number.parseInt(value))) {
    value = booleanFromWords(value) ?? value;
  }
  if (typeof value === "boolean" && target.type === "number") return value ? 0xff : target.min;
  if (typeof value === "number" && target.type === "boolean") return value > 0;
  return value;
}

/** `options` of `{"value":80,"options":{"transitionDuration":"1s"}}` */
export function optionsFromPayload(payload: unknown): object | undefined {
  if (!isEnvelope(payload)) return undefined;
  return typeof payload.options === "object" && payload.options ? payload.options : undefined;
}

/** "Turn ON" and "lock" are true, "off" and "unlock" false; a yes anywhere beats a no. */
function booleanFromWords(text: string): boolean | undefined {
  const words = new Set(text.toLowerCase().split(/\W+/));
  if (["true", "on", "lock"].some((word) => words.has(word))) return true;
  return ["false", "off", "unlock"].some((word) => words.has(word)) ? false : undefined;
}

function isEnvelope(payload: unknown): payload is { value: unknown; options?: unknown } {
  return typeof payload === "object" && payload !== null && "value" in payload;
}
