import { type Clause, type Sentence, splitClauses } from "./clauses.ts";
import type { Intent } from "./intent.ts";
import type { Names } from "./label.ts";
import { label } from "./label.ts";
import { otherDomains } from "./other-domains.ts";
import { longestCommand, normalise } from "./normalise.ts";
import { readClause, type Reading, type Target } from "./reading.ts";
import { recogniseCommand } from "./recognise-command.ts";
import { recogniseQuestion } from "./recognise-question.ts";

const unknown: Intent = { do: "unknown" };

export interface Recognised {
  readonly intents: readonly Intent[];
  readonly social: Sentence["social"];
}

/** All that a sentence asks for, in order. One part that is not understood is an `unknown` among them. */
export function recognise(text: string, names: Names | undefined): Recognised {
  if (text.length > longestCommand) return { intents: [unknown], social: [] };
  const { clauses, social } = splitClauses(normalise(text));
  const joined = joinRooms(clauses, names);
  const found = withoutComplaints(
    joined.map((clause) => ({ clause, intent: recogniseClause(clause, names) })),
  );
  return { intents: mergeOnAndDim(shareVerbs(found)), social };
}

export function recogniseClause(clause: Clause, names: Names | undefined): Intent {
  const reading = readClause(clause, names);
  if (!reading) return unknown;
  const foreign = reading.target.unknown.some((word) => otherDomains.has(word));
  if (foreign) return unknown;
  const intent = clause.question ? recogniseQuestion(reading) : recogniseCommand(reading);
  // "open the garage door" is for a cover, if one is called so.
  if (intent.do === "refuse" && !names && (intent.reason === "door" || mayBeName(reading, clause)))
    return { do: "bare", target: reading.target, undecided: true };
  return intent;
}

/** "night light", "second bedroom", "red lamp": only the home can tell whether it is a name. */
function mayBeName({ reasons, question }: Reading, { words }: Clause): boolean {
  if (question || reasons.some((reason) => reason !== "schedule" && reason !== "colour")) return false;
  const parts = label(words, {});
  return parts.some((part, i) => {
    const next = parts[i + 1];
    if (part.is !== "word" || (part.label !== "schedule" && part.label !== "colour")) return false;
    return (
      next?.is === "unknown" ||
      (next?.is === "word" && (next.label === "light" || next.label === "lamp" || next.label === "here"))
    );
  });
}

/** "Bedroom, lights off": the room belongs to what follows the comma. */
function joinRooms(clauses: readonly Clause[], names: Names | undefined): Clause[] {
  const result: Clause[] = [];
  for (const clause of clauses) {
    const before = result.at(-1);
    if (before?.joint === "," && !clause.question && onlyRoom(before, names) && !hasPlace(clause, names))
      result[result.length - 1] = { ...clause, words: [...clause.words, ...before.words] };
    else result.push(clause);
  }
  return result;
}

function onlyRoom(clause: Clause, names: Names | undefined): boolean {
  const intent = recogniseClause(clause, names);
  return intent.do === "bare" && intent.target.nouns.length === 0;
}

function hasPlace(clause: Clause, names: Names | undefined): boolean {
  const target = readClause(clause, names)?.target;
  return target !== undefined && target.rooms.length + target.named.length + target.unknown.length > 0;
}

/** "It is too dark in the kitchen, turn on the light": the complaint says where, the command what. */
function withoutComplaints(
  found: readonly { clause: Clause; intent: Intent }[],
): { clause: Clause; intent: Intent }[] {
  const result: { clause: Clause; intent: Intent }[] = [];
  for (const { clause, intent } of found) {
    const before = result.at(-1);
    if (before && isVerb(before.intent) && isVerb(intent) && isComplaint(before.clause)) {
      const place = before.intent.target;
      const { rooms, named, unknown: words, home } = intent.target;
      const placed = rooms.length + named.length + words.length > 0 || home;
      result[result.length - 1] = {
        clause,
        intent: placed
          ? intent
          : { ...intent, target: { ...intent.target, rooms: place.rooms, unknown: place.unknown } },
      };
    } else result.push({ clause, intent });
  }
  return result;
}

function isComplaint({ words }: Clause): boolean {
  const parts = label(words, {});
  return (
    parts.some((part) => part.is === "word" && part.label.startsWith("complain")) &&
    !parts.some((part) => part.is === "word" && part.label === "verb")
  );
}

/** A clause that is only a name has the verb of its neighbour: the one before, else the one after. */
function shareVerbs(found: readonly { clause: Clause; intent: Intent }[]): Intent[] {
  const result: Intent[] = found.map(({ intent }) => intent);
  for (let i = 1; i < result.length; i++) {
    const [before, here] = [result[i - 1], result[i]];
    if (before && here && isVerb(before)) result[i] = pointBack(lend(before, here), before);
  }
  for (let i = result.length - 2; i >= 0; i--) {
    const [here, after, words] = [result[i], result[i + 1], found[i + 1]?.clause.words];
    if (!here || !after || !isVerb(after)) continue;
    // "dim the kitchen and living room lights to 30 percent"
    const shared =
      here.do === "brightness" &&
      here.dimming &&
      after.do === "dim" &&
      !/\b(dim|set|turn|make)\b/.test(words?.join(" ") ?? "");
    result[i] = shared ? { ...after, target: withNouns(here.target, after.target) } : lend(after, here);
  }
  return result;
}

type Verb = Exclude<Extract<Intent, { target: Target }>, { do: "bare" | "vague" }>;

function isVerb(intent: Intent): intent is Verb {
  return "target" in intent && intent.do !== "bare" && intent.do !== "vague";
}

function lend(verb: Verb, here: Intent): Intent {
  return here.do === "bare" ? { ...verb, target: withNouns(here.target, verb.target) } : here;
}

/** "turn on the lamp and dim it": the second speaks of what the first spoke of. */
function pointBack(intent: Intent, before: Verb): Intent {
  if (!isVerb(intent) || !intent.target.pronoun) return intent;
  const { nouns, rooms, named, unknown: names } = intent.target;
  if (nouns.length + rooms.length + named.length + names.length > 0) return intent;
  return { ...intent, target: before.target };
}

/** "the bedroom" after "the kitchen lights" means the bedroom lights. */
export function withNouns(target: Target, from: Target): Target {
  if (target.nouns.length > 0 || target.named.length > 0) return target;
  const namedLight = from.named.length > 0 && target.rooms.length > 0;
  return {
    ...target,
    nouns: from.nouns.length > 0 ? from.nouns : namedLight ? ["light"] : [],
    plural: target.plural || from.plural || namedLight,
    all: target.all || from.all,
    everything: target.everything || from.everything,
  };
}

/** Switching on and dimming the same thing at once would race; the level says both. */
function mergeOnAndDim(intents: readonly Intent[]): Intent[] {
  return intents.filter((intent, i) => {
    const next = intents[i + 1];
    return !(
      intent.do === "switch" &&
      intent.state === "on" &&
      next?.do === "dim" &&
      next.target === intent.target
    );
  });
}
