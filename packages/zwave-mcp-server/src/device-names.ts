import { type Device, type DeviceKind, labelOf } from "./device.ts";
import { editDistance } from "./edit-distance.ts";
import { fold } from "./fold.ts";

export type Match = "label" | "exact" | "case-insensitive" | "folded" | "contained" | "kind" | "near";

/** `found` holds one device, or several that the name fits equally well. */
export interface Matches {
  match: Match;
  found: [Device, ...Device[]];
}

/** Words that carry no name: "the light in the kitchen" means "kitchen light". */
const fillers = new Set(["the", "a", "an", "in", "of", "at", "on", "my", "our", "please", "device", "room"]);

const kindWords = new Map<DeviceKind, readonly string[]>([
  ["light", ["light", "lights", "lamp", "switch"]],
  ["dimmer", ["light", "lights", "lamp", "dimmer"]],
  ["switch", ["switch", "plug", "outlet", "socket"]],
  ["fan", ["fan"]],
  ["sensor", ["sensor", "meter"]],
  ["thermostat", ["thermostat", "heating", "heater"]],
  ["lock", ["lock", "door"]],
  ["cover", ["cover", "blind", "blinds", "shade", "shades", "shutter", "shutters", "curtain", "curtains"]],
]);

/**
 * Finds the devices a name means, best kind of match first; what comes after it is not looked at.
 * Undefined when nothing fits.
 */
export function findDevices(query: string, devices: readonly Device[]): Matches | undefined {
  const wanted = query.trim().replace(/\s+/g, " ");
  const lower = wanted.toLowerCase();
  const folded = fold(wanted);
  const words = significantWords(folded);
  let vocabulary: Set<string> | undefined;
  const known = () => (vocabulary ??= new Set(devices.flatMap(wordsOf)));
  const tests: [Match, (device: Device) => boolean][] = [
    ["label", (device) => labelOf(device) === wanted || nodeNames(device).includes(lower)],
    ["exact", (device) => fullNames(device).includes(wanted)],
    ["case-insensitive", (device) => fullNames(device).some((name) => name.toLowerCase() === lower)],
    ["folded", (device) => folded !== "" && fullNames(device).some((name) => fold(name) === folded)],
    ["contained", (device) => isContained(folded, words, device)],
    ["kind", (device) => words.length > 0 && words.every((word) => wordsWithKind(device).includes(word))],
    ["near", (device) => isNear(words, device, known())],
  ];
  for (const [match, test] of tests) {
    const [first, ...rest] = devices.filter(test);
    if (first !== undefined) return { match, found: [first, ...rest] };
  }
  return undefined;
}

/** Finds the rooms a name means, in the same order of matches. */
export function findRooms(query: string, rooms: readonly string[]): string[] {
  const wanted = query.trim();
  const folded = fold(wanted);
  const words = significantWords(folded);
  const tests: ((room: string) => boolean)[] = [
    (room) => room === wanted,
    (room) => room.toLowerCase() === wanted.toLowerCase(),
    (room) => folded !== "" && fold(room) === folded,
    (room) => words.length > 0 && words.join(" ") === significantWords(fold(room)).join(" "),
    (room) => words.length > 0 && words.every((word) => fold(room).split(" ").includes(word)),
    (room) =>
      words.length > 0 &&
      words.every((word) =>
        fold(room)
          .split(" ")
          .some((other) => isTypo(word, other)),
      ),
  ];
  for (const test of tests) {
    const found = rooms.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

function fullNames({ room, name }: Device): string[] {
  return room === "" ? [name] : [name, `${room} ${name}`, `${name} ${room}`, `${room}/${name}`];
}

function nodeNames({ nodeId, channel }: Device): string[] {
  const names = [`node ${nodeId}`, `nodeid_${nodeId}`, `#${nodeId}`, String(nodeId)];
  return channel === undefined ? names : [...names, `node ${nodeId} channel ${channel}`];
}

function significantWords(folded: string): string[] {
  const words = folded.split(" ").filter((word) => word !== "");
  const significant = words.filter((word) => !fillers.has(word));
  return significant.length > 0 ? significant : words;
}

function wordsOf({ room, name }: Device): string[] {
  return fold(`${room} ${name}`).split(" ");
}

function wordsWithKind(device: Device): string[] {
  return [...wordsOf(device), ...(kindWords.get(device.kind) ?? [])];
}

/** All words asked for occur in room and name, or the text as a whole is a part of them. */
function isContained(folded: string, words: readonly string[], device: Device): boolean {
  if (words.length === 0) return false;
  const own = wordsOf(device);
  if (words.every((word) => own.includes(word))) return true;
  return folded.length >= 3 && own.join(" ").includes(folded);
}

/** A word that the home knows is meant as it stands: "hall light" is no slip for the wall light beside a hall. */
function isNear(words: readonly string[], device: Device, vocabulary: ReadonlySet<string>): boolean {
  const own = wordsWithKind(device);
  const fits = (word: string) =>
    own.includes(word) || (!vocabulary.has(word) && own.some((other) => isTypo(word, other)));
  return words.length > 0 && words.every(fits);
}

/** Words that differ by a slip of the hand or the ear. Numbers never do: lamp 1 is not lamp 2. */
function isTypo(word: string, other: string): boolean {
  if (word === other) return true;
  if (/\d/.test(word + other)) return false;
  const shorter = Math.min(word.length, other.length);
  if (shorter < 4) return false;
  return editDistance(word, other) <= (shorter < 7 ? 1 : 2);
}
