import type { Intent } from "./intent.ts";
import type { Label, Reason } from "./labels.ts";
import type { Reading } from "./reading.ts";

type Domain = "volume" | "heating" | "cover" | "door" | "light" | "switchable";

const unknown: Intent = { do: "unknown" };
const defaultStep = 20;
const smallStep = 10;
/** "turn on the lights dim" */
const lowLevel = 30;
const complaints: readonly Label[] = [
  "complain-dark",
  "complain-bright",
  "complain-cold",
  "complain-hot",
  "complain-loud",
  "complain-quiet",
];
const reasonOrder: readonly Reason[] = ["negation", "condition", "exception", "schedule", "colour"];

/** Complaints that need no "is". */
const wordlessComplaint = /\b(see|hear|need|enough|eyes|blinding|too much)\b|^((far|way|much) )?too /;

/** What a command asks for; `unknown` unless every part of it makes sense together. */
export function recogniseCommand(reading: Reading): Intent {
  const { says, wish, reasons, target } = reading;
  const reason = reasonOrder.find((one) => reasons.includes(one));
  if (reason !== undefined) return { do: "refuse", reason };
  const complains = complaints.some((one) => says.has(one));
  if (says.has("copula") && !wish && !complains) return unknown;
  if (complains && !says.has("copula") && !wordlessComplaint.test(reading.words.join(" "))) return unknown;
  if ((says.has("participle") && !wish) || says.has("subject")) return unknown;
  if (says.has("on") && says.has("off")) return unknown;
  const [quantity] = reading.quantities;
  if (quantity !== undefined && isOnlyQuantity(reading)) return { do: "ask-quantity", quantity, target };
  const domain = domainOf(reading);
  if (domain === undefined) return bareOrVague(reading);
  const intent = byDomain[domain](reading);
  if (intent.do !== "unknown" && domain !== "volume" && isEmptyTarget(target) && needsTarget(intent))
    return unknown;
  return intent;
}

/** "bedroom temperature": nothing to do, so it is a question. */
function isOnlyQuantity({ says, amount }: Reading): boolean {
  const said = [...says].filter(
    (one) =>
      one !== "filler" && one !== "temperature" && one !== "humidity" && one !== "here" && one !== "home",
  );
  return said.length === 0 && !amount;
}

const byDomain: Record<Domain, (reading: Reading) => Intent> = {
  volume: volumeIntent,
  heating: heatingIntent,
  cover: coverIntent,
  door: doorIntent,
  light: lightIntent,
  switchable: lightIntent,
};

/** The sort of device, by its noun, then by the device that was named, then by the verb. */
function domainOf({ says, target, quantities, amount }: Reading): Domain | undefined {
  const { nouns, named } = target;
  const any = (...labels: Label[]): boolean => labels.some((one) => says.has(one));
  if (nouns.includes("volume") || nouns.includes("music")) return "volume";
  const kinds = new Set(named.flatMap(({ devices }) => devices.map(({ kind }) => kind)));
  if (kinds.size > 0) {
    if (kinds.has("cover")) return "cover";
    if (kinds.has("lock")) return "door";
    if (kinds.has("thermostat")) return "heating";
    return quantities.includes("temperature") ? "heating" : "light";
  }
  if (nouns.includes("heating")) return "heating";
  if (nouns.includes("cover")) return "cover";
  if (nouns.includes("light") || nouns.includes("lamp")) return "light";
  if (nouns.includes("door") || nouns.includes("lock-noun")) return "door";
  if (quantities.includes("temperature")) return "heating";
  if (quantities.includes("brightness")) return "light";
  if (nouns.length > 0) return "switchable";
  if (any("louder", "quieter", "mute", "unmute", "complain-loud", "complain-quiet")) return "volume";
  if (any("brighter", "darker", "dim", "complain-dark", "complain-bright")) return "light";
  if (
    any("warmer", "cooler", "complain-cold", "complain-hot", "degrees", "mode-heat", "mode-cool", "mode-auto")
  )
    return "heating";
  if (any("lock", "unlock", "locked", "unlocked")) return "door";
  if (any("open", "close", "stop")) return "cover";
  if (any("on", "off", "toggle")) return "switchable";
  // "set the floor one to 30 percent": only lights are set in percent.
  return amount?.unit === "percent" && any("verb", "to", "up", "down") ? "light" : undefined;
}

/** No sort of device was said: a bare name, or "turn it up". */
function bareOrVague({ says, target, amount, quantities, named }: Reading): Intent {
  if (amount || quantities.length > 0) return unknown;
  const direction = says.has("up") ? 1 : says.has("down") ? -1 : 0;
  if (direction !== 0) {
    // "turn up the chandelier": what it is, the home will tell.
    if (!named && target.unknown.length > 0)
      return { do: "brightness", step: direction, share: false, dimming: false, target };
    if (target.unknown.length > 0 || target.rooms.length > 0 || !target.pronoun) return unknown;
    return { do: "vague", step: direction * stepOf(says), target };
  }
  if (says.has("copula") || says.has("shut") || isEmptyTarget(target)) return unknown;
  return { do: "bare", target, partial: says.has("verb") };
}

function volumeIntent({ says, amount, target }: Reading): Intent {
  if (target.unknown.length > 0 || target.rooms.length > 0 || target.named.length > 0) return unknown;
  if (target.nouns.some((noun) => noun !== "volume" && noun !== "music")) return unknown;
  const volume = target.nouns.includes("volume");
  if (says.has("unmute")) return { do: "volume", action: "unmute" };
  if (says.has("mute")) return { do: "volume", action: "mute" };
  if (amount?.unit === "degrees") return unknown;
  const up = ["up", "louder", "complain-quiet"].some((one) => says.has(one as Label));
  const down = ["down", "quieter", "complain-loud"].some((one) => says.has(one as Label));
  if (up && down) return unknown;
  if (amount && !amount.step)
    return inPercent(amount.value) ? { do: "volume", action: "set", level: amount.value } : unknown;
  if (amount && !inPercent(amount.value)) return unknown;
  const level = amount?.value;
  if (up || down) return { do: "volume", action: up ? "up" : "down", ...(level !== undefined && { level }) };
  if (volume && says.has("off")) return { do: "volume", action: "mute" };
  if (volume && says.has("on")) return { do: "volume", action: "unmute" };
  return unknown;
}

function heatingIntent({ says, amount, target }: Reading): Intent {
  const up = says.has("up") || says.has("warmer") || says.has("complain-cold");
  const down = says.has("down") || says.has("cooler") || says.has("complain-hot");
  if ((up && down) || amount?.unit === "percent") return unknown;
  const mode = says.has("mode-heat")
    ? "Heat"
    : says.has("mode-cool")
      ? "Cool"
      : says.has("mode-auto")
        ? "Auto"
        : undefined;
  if (mode !== undefined) return amount ? unknown : { do: "heat-mode", mode, target };
  if (amount) {
    if (says.has("off")) return unknown;
    if (!amount.step) return { do: "heat-to", degrees: amount.value, target };
    if (!up && !down) return unknown;
    // "turn the heating up 22 degrees" is a temperature, not a step.
    if (amount.value > 10) return { do: "heat-to", degrees: amount.value, target };
    return { do: "heat-by", degrees: up ? amount.value : -amount.value, target };
  }
  if (up || down) {
    const step = says.has("slightly") ? 0.5 : 1;
    return { do: "heat-by", degrees: up ? step : -step, target };
  }
  if (says.has("on")) return { do: "heat-mode", mode: "Heat", target };
  if (says.has("off")) return { do: "heat-mode", mode: "Off", target };
  return unknown;
}

function coverIntent({ says, amount, target, wish }: Reading): Intent {
  if (says.has("slightly") || says.has("on") || says.has("off") || amount?.unit === "degrees") return unknown;
  const open = says.has("open") || says.has("up");
  const close = says.has("close") || says.has("shut") || says.has("down");
  if (open && close && !wish) return unknown;
  if (says.has("stop")) return open || close || amount ? unknown : { do: "cover", action: "stop", target };
  if (amount) {
    if (!inPercent(amount.value)) return unknown;
    if (amount.value === 100 && (open || close))
      return { do: "cover", action: open ? "open" : "close", target };
    if (close && amount.value !== 50) {
      // "close to 30 percent" may be 30 open or 30 closed.
      if (says.has("to")) return unknown;
      return { do: "cover-position", percent: 100 - amount.value, target };
    }
    return { do: "cover-position", percent: amount.value, target };
  }
  if (open) return { do: "cover", action: "open", target };
  return close ? { do: "cover", action: "close", target } : unknown;
}

function doorIntent({ says, amount, target, wish }: Reading): Intent {
  if (amount) return unknown;
  if (says.has("unlock")) return says.has("lock") ? unknown : { do: "unlock", target };
  if (says.has("lock")) return { do: "lock", target };
  if (wish && says.has("locked")) return { do: "lock", target };
  if (wish && says.has("unlocked")) return { do: "unlock", target };
  if (says.has("open") || says.has("close") || says.has("shut")) return { do: "refuse", reason: "door" };
  return says.has("on") || says.has("off") ? unknown : { do: "bare", target };
}

function lightIntent({ says, amount, target, wish, quantities, named, words }: Reading): Intent {
  const has = (...labels: Label[]): boolean => labels.some((one) => says.has(one));
  if (has("lock", "unlock", "mute", "unmute", "stop", "warmer", "cooler", "open", "close")) return unknown;
  if (amount && (amount.unit === "degrees" || !inPercent(amount.value))) return unknown;
  // "turn on lamp 9" in a home with one lamp: a name, not a level.
  const bareNumber = amount?.unit === undefined && amount !== undefined && !has("to", "by", "brightness");
  if (bareNumber && (has("on") || (!target.plural && target.named.length === 0))) return unknown;
  // "lights on at six" is a time of day.
  if (
    amount &&
    amount.unit === undefined &&
    amount.value <= 24 &&
    new RegExp(`\\bat ${amount.value}\\b`).test(words.join(" "))
  )
    return unknown;
  const light =
    target.nouns.some((noun) => noun === "light" || noun === "lamp") ||
    quantities.includes("brightness") ||
    target.named.length > 0 ||
    (!named && target.unknown.length > 0);
  const up = has("brighter", "complain-dark") || (light && says.has("up"));
  const down = has("darker", "dim", "complain-bright") || (light && says.has("down"));
  const off = has("off") || (light && has("shut"));
  if (off) return amount || up ? unknown : { do: "switch", state: "off", target };
  if (amount && !amount.step) return { do: "dim", percent: amount.value, target };
  if (amount && !says.has("dim") && !up && !down) return unknown;
  if (amount && says.has("dim") && !says.has("by")) return { do: "dim", percent: amount.value, target };
  if (says.has("on") && says.has("dim")) return { do: "dim", percent: lowLevel, target };
  if (says.has("on") && !(has("brighter", "darker") && !has("complain-dark")))
    return { do: "switch", state: "on", target };
  if (up && down) return unknown;
  if (up || down) {
    const step = amount?.value ?? stepOf(says);
    const share = amount !== undefined && says.has("level");
    return { do: "brightness", step: up ? step : -step, share, dimming: says.has("dim"), target };
  }
  if (says.has("toggle")) return { do: "switch", state: "toggle", target };
  if (wish && light && !quantities.includes("brightness")) return { do: "switch", state: "on", target };
  if (says.has("copula") || quantities.length > 0) return unknown;
  return { do: "bare", target, partial: says.has("verb") };
}

function stepOf(says: ReadonlySet<Label>): number {
  return says.has("slightly") ? smallStep : defaultStep;
}

function inPercent(value: number): boolean {
  return value >= 0 && value <= 100;
}

function isEmptyTarget({
  nouns,
  named,
  rooms,
  unknown,
  everything,
  home,
  here,
  pronoun,
}: Reading["target"]): boolean {
  return (
    nouns.length + named.length + rooms.length + unknown.length === 0 &&
    !everything &&
    !home &&
    !here &&
    !pronoun
  );
}

/** "brighter!" and "warmer!" are clear by themselves; "on!" is not. */
function needsTarget(intent: Intent): boolean {
  return (
    intent.do === "switch" ||
    intent.do === "cover" ||
    intent.do === "cover-position" ||
    intent.do === "unlock" ||
    intent.do === "bare"
  );
}
