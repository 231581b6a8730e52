import { isSlip } from "./edit-distance.ts";
import { fold, type Home, type HomeDevice } from "./home.ts";
import type { Label } from "./labels.ts";
import { commandLexicon, longestPhrase, questionLexicon } from "./lexicon.ts";
import { synonymsOf } from "./room-synonyms.ts";

/** A piece of a sentence and what it does there. */
export type Part =
  | { readonly is: "word"; readonly label: Label; readonly text: string }
  | { readonly is: "number"; readonly value: number; readonly text: string }
  | { readonly is: "room"; readonly room: string; readonly text: string }
  | {
      readonly is: "devices";
      readonly devices: readonly HomeDevice[];
      readonly text: string;
      readonly near: boolean;
    }
  | { readonly is: "unknown"; readonly text: string };

/** Names of the home by their folded words. */
export interface Names {
  readonly rooms: ReadonlyMap<string, string>;
  readonly devices: ReadonlyMap<string, readonly HomeDevice[]>;
  readonly longest: number;
}

export function namesOf({ devices, rooms }: Home): Names {
  const roomNames = new Map<string, string>();
  const folded = rooms.map(fold);
  for (const room of rooms)
    for (const synonym of synonymsOf(fold(room), folded)) roomNames.set(synonym, room);
  for (const room of rooms) for (const form of forms(fold(room))) roomNames.set(form, room);
  const deviceNames = new Map<string, HomeDevice[]>();
  for (const device of devices) {
    const [name, room] = [fold(device.name), fold(device.room)];
    const spoken = new Set([...forms(name), `${room} ${name}`.trim(), `${name} ${room}`.trim()]);
    for (const form of spoken) deviceNames.set(form, [...(deviceNames.get(form) ?? []), device]);
  }
  const keys = [...roomNames.keys(), ...deviceNames.keys()];
  return {
    rooms: roomNames,
    devices: deviceNames,
    longest: Math.max(0, ...keys.map((key) => key.split(" ").length)),
  };
}

/** As it is written, and in one word: "living room", "livingroom"; "office" for "my office room". */
function forms(name: string): string[] {
  if (name === "") return [];
  return [name, ...(name.includes(" ") ? [name.replaceAll(" ", "")] : [])];
}

/**
 * Labels every word of a clause: the longest phrase wins, and a name of the home wins over a word of the
 * same length unless that word is needed for something else ("blinds" stays the noun it is).
 */
export function label(
  words: readonly string[],
  { names, question = false }: { names?: Names | undefined; question?: boolean },
): Part[] {
  const lexicon = question ? questionLexicon : commandLexicon;
  const parts: Part[] = [];
  for (let i = 0; i < words.length;) {
    const name = names && longestName(words, i, names);
    const longest = names ? beforeNextName(words, i, names) : longestPhrase;
    const phrase = longestMatch(words, { start: i, longest, has: (text) => lexicon.has(text) });
    const text = phrase === undefined ? "" : words.slice(i, i + phrase).join(" ");
    const isFiller = lexicon.get(text) === "filler";
    if (
      name &&
      (phrase === undefined ||
        name.length > phrase ||
        (name.length === phrase && (name.length > 1 || isFiller)))
    ) {
      parts.push(name.part);
      i += name.length;
    } else if (phrase !== undefined) {
      parts.push({ is: "word", label: lexicon.get(text) ?? "filler", text });
      i += phrase;
    } else {
      parts.push(loneWord(words[i] ?? "", names));
      i++;
    }
  }
  return joinNames(parts, names);
}

/** A phrase must not swallow the start of a name: in "the home office", "the home" is no phrase. */
function beforeNextName(words: readonly string[], start: number, names: Names): number {
  for (let ahead = 1; ahead < longestPhrase && start + ahead < words.length; ahead++) {
    const next = longestName(words, start + ahead, names);
    if (next && next.length > 1) return ahead;
  }
  return longestPhrase;
}

function longestName(
  words: readonly string[],
  start: number,
  { rooms, devices, longest }: Names,
): { length: number; part: Part } | undefined {
  // "bed room" and "bed side lamp" are how "bedroom" and "bedside lamp" may be heard.
  const has = (text: string): boolean =>
    [text, text.replaceAll(" ", "")].some((form) => rooms.has(form) || devices.has(form));
  const length = longestMatch(words, { start, longest: longest + 1, has });
  if (length === undefined) return undefined;
  const text = words.slice(start, start + length).join(" ");
  const joined = text.replaceAll(" ", "");
  const room = rooms.get(text) ?? rooms.get(joined);
  const found = devices.get(text) ?? devices.get(joined) ?? [];
  // "Garage" may be a room and the name of a device in it; the room is what people mean.
  if (room !== undefined) return { length, part: { is: "room", room, text } };
  return { length, part: { is: "devices", devices: found, text, near: false } };
}

function longestMatch(
  words: readonly string[],
  { start, longest, has }: { start: number; longest: number; has: (text: string) => boolean },
): number | undefined {
  for (let length = Math.min(longest, words.length - start); length > 0; length--) {
    if (has(words.slice(start, start + length).join(" "))) return length;
  }
  return undefined;
}

function loneWord(word: string, names: Names | undefined): Part {
  if (/^\d+(\.\d+)?$/.test(word)) return { is: "number", value: Number(word), text: word };
  const meant = names && slipFor(word, [...names.rooms.keys()]);
  const room = meant === undefined ? undefined : names?.rooms.get(meant);
  if (room !== undefined) return { is: "room", room, text: word };
  return { is: "unknown", text: word };
}

function slipFor(word: string, known: readonly string[]): string | undefined {
  const near = known.filter((other) => isSlip(word, other) || isPlural(word, other));
  return near.length === 1 ? near[0] : undefined;
}

/** "kitchens light" is how "the kitchen's light" arrives. */
function isPlural(word: string, other: string): boolean {
  return word === `${other}s`;
}

/** Neighbouring words that are a name with slips in it: "celing light", "livin room". */
function joinNames(parts: readonly Part[], names: Names | undefined): Part[] {
  if (!names) return [...parts];
  const result: Part[] = [];
  for (let i = 0; i < parts.length;) {
    const span = nearSpan(parts, i, names);
    if (span) {
      result.push(span.part);
      i += span.length;
    } else {
      result.push(parts[i] ?? { is: "unknown", text: "" });
      i++;
    }
  }
  return result;
}

function nearSpan(
  parts: readonly Part[],
  start: number,
  { rooms, devices, longest }: Names,
): { length: number; part: Part } | undefined {
  for (let length = Math.min(longest, parts.length - start); length > 1; length--) {
    const span = parts.slice(start, start + length);
    if (!span.some(({ is }) => is === "unknown")) continue;
    const words = span.flatMap(({ text }) => text.split(" "));
    const fits = (name: string): boolean => {
      const own = name.split(" ");
      return own.length === words.length && own.every((word, i) => isSlip(words[i] ?? "", word));
    };
    const text = words.join(" ");
    const near = [...rooms.keys()].filter(fits);
    const room = near.length === 1 ? rooms.get(near[0] ?? "") : undefined;
    if (room !== undefined) return { length, part: { is: "room", room, text } };
    const found = [...devices.keys()].filter(fits);
    if (found.length === 1)
      return {
        length,
        part: { is: "devices", devices: devices.get(found[0] ?? "") ?? [], text, near: true },
      };
  }
  return undefined;
}
