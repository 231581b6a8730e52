import type { ExpectedState, Intent } from "./intent.ts";
import type { Label } from "./labels.ts";
import type { Reading } from "./reading.ts";

const unknown: Intent = { do: "unknown" };
/** Things that no sensor of a home knows. */
const outdoors = /\b(outside|outdoors|city|town|weather|tomorrow|oven|fridge|water|sun|moon|body)\b/;
/** Questions about the past, about reasons, or about how to do something. */
const beyond =
  /^(why|who|whom|whose|when|where|should|was|were|how (do|can|should|would|to|did|long|often|old|far|come))\b/;
const expectations: readonly (readonly [Label, ExpectedState])[] = [
  ["unlocked", "unlocked"],
  ["locked", "locked"],
  ["open", "open"],
  ["close", "closed"],
  ["on", "on"],
  ["off", "off"],
];

/** What a question asks for. Reading only: whatever is made of it, nothing is switched. */
export function recogniseQuestion({ says, target, quantities, reasons, words, amount }: Reading): Intent {
  const text = words.join(" ");
  if (beyond.test(text) || reasons.length > 0 || amount) return unknown;
  const { nouns } = target;
  if (nouns.includes("music")) return unknown;
  if (nouns.includes("volume"))
    return target.unknown.length === 0 && !says.has("verb") ? { do: "volume", action: "get" } : unknown;
  // "did i turn off the lights" asks for a state, "how do i turn …" does not.
  if (says.has("verb") && !/^(did|have) (i|we)\b/.test(text)) return unknown;
  const expected = expectations.find(([label]) => says.has(label))?.[1];
  if (
    says.has("health") &&
    target.rooms.length === 0 &&
    target.unknown.length === 0 &&
    target.named.length === 0
  )
    return { do: "health" };
  if (nouns.includes("heating") && target.unknown.length === 0)
    return { do: "ask-quantity", quantity: "temperature", target };
  const [quantity] = quantities;
  if (quantity !== undefined) {
    if (outdoors.test(text)) return unknown;
    if (quantity === "power" && !says.has("state") && expected !== undefined)
      return stateQuestion(says, { target, expected, text });
    return { do: "ask-quantity", quantity, target };
  }
  return stateQuestion(says, { target, expected, text });
}

function stateQuestion(
  says: Reading["says"],
  {
    target,
    expected,
    text,
  }: { target: Reading["target"]; expected: ExpectedState | undefined; text: string },
): Intent {
  const { nouns, plural, everything, all, named, rooms, unknown: names } = target;
  const aboutSomething =
    nouns.length + named.length + rooms.length + names.length > 0 || everything || target.home;
  const several =
    plural ||
    everything ||
    all ||
    target.home ||
    /^(which|list|what (lights|devices|lamps|is on|is off|things))\b/.test(text);
  if (says.has("list") && (names.length === 0 || expected === undefined)) {
    return { do: "list", expected, target };
  }
  if (expected !== undefined || says.has("state")) {
    if (
      several ||
      (!aboutSomething && /^((tell me |show me )?(what|which)|is anything|anything)\b/.test(text))
    )
      return { do: "list", expected, target };
    return aboutSomething || target.pronoun ? { do: "ask-state", expected, target } : unknown;
  }
  if (
    several &&
    (nouns.length > 0 || everything) &&
    names.length === 0 &&
    /^(which|what|list|show|how many|name|tell|do)\b/.test(text)
  )
    return { do: "list", expected, target };
  return unknown;
}
