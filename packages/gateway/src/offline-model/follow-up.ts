import { isListing, type Turn } from "./conversation.ts";
import { type Home, type HomeDevice, isLight, labelOf } from "./home.ts";
import type { Intent } from "./intent.ts";
import { namesOf } from "./label.ts";
import { recognise, withNouns } from "./recognise.ts";

/** A bare name gets the verb of the last command; "turn it up" the thing that was spoken of. */
export function completed(
  intent: Intent,
  { earlier, home, now }: { earlier: readonly Turn[]; home: Home | undefined; now: Turn },
): Intent {
  if (intent.do === "vague") {
    const context = home ? spokenOf(earlier, home) : [];
    if (context.some(isLight)) return { ...intent, do: "brightness", share: false, dimming: false };
    if (context.some(({ kind }) => kind === "thermostat"))
      return { ...intent, do: "heat-by", degrees: Math.sign(intent.step) };
    return { do: "volume", action: intent.step > 0 ? "up" : "down" };
  }
  if (intent.do !== "bare") return intent;
  if (intent.partial) return { do: "unknown" };
  if (intent.undecided && !home) return intent;
  // Words alone that are no part of a conversation about the home are not looked up in it.
  if (!home && earlier.length === 0 && intent.target.nouns.length === 0) return { do: "unknown" };
  const last = earlier.at(-1);
  const names = home && namesOf(home);
  const [verb, another] = last && last.text !== now.text ? recognise(last.text, names).intents : [];
  if (
    !verb ||
    another ||
    !("target" in verb) ||
    verb.do === "bare" ||
    verb.do === "vague" ||
    verb.do === "unlock"
  )
    return intent;
  return { ...verb, target: withNouns(intent.target, verb.target) };
}

/** The devices that the last calls were about. */
export function spokenOf(earlier: readonly Turn[], { devices }: Home): HomeDevice[] {
  for (const { calls } of earlier.toReversed()) {
    const about = calls.filter((call) => !isListing(call));
    const found = about.flatMap(({ args }) => {
      const { deviceName, room, kind } = args as { deviceName?: unknown; room?: unknown; kind?: unknown };
      if (deviceName !== undefined) return devices.filter((device) => labelOf(device) === deviceName);
      if (room === undefined) return [];
      return devices.filter(
        (device) => (room === "all" || device.room === room) && (kind === "all" || isLight(device)),
      );
    });
    if (found.length > 0) return found;
  }
  return [];
}
