import { isSlip } from "./edit-distance.ts";
import { fold, type Home, type HomeDevice, isLight, labelOf } from "./home.ts";
import type { Noun } from "./labels.ts";
import type { Target } from "./reading.ts";
import { joinNames, whatIsMeant } from "./sentences.ts";

/** One device each, or all devices of a sort in a room (in the whole home without one). */
export type Resolved =
  | { readonly is: "devices"; readonly devices: readonly HomeDevice[] }
  | { readonly is: "group"; readonly rooms: readonly string[]; readonly members: readonly HomeDevice[] }
  /** Nothing is done; this is what the person is told. */
  | { readonly is: "say"; readonly text: string };

export interface ResolveOptions {
  home: Home;
  /** Devices that the command is for. */
  accepts: (device: HomeDevice) => boolean;
  /** What such a device is called: "light", "lock". */
  called: string;
  /** What was spoken of last. @default nothing */
  context?: readonly HomeDevice[];
  /** Whether a name with a slip in it will do. @default true */
  allowSlips?: boolean;
  /** "it" without anything spoken of before means nothing. @default false: it means all that fit */
  pointed?: boolean;
}

const mostNames = 10;

/** Finds what a clause speaks of. Two devices that fit equally well are never chosen between. */
export function resolveTarget(target: Target, options: ResolveOptions): Resolved {
  const { home, accepts, called, context = [], allowSlips = true, pointed = false } = options;
  const { named, rooms, unknown, nouns, everything } = target;
  if (named.length > 0) return resolveNamed(target, options);
  if (unknown.length > 0) return resolveWords(target, options);
  const pointsBack = target.pronoun || (nouns.length > 0 && !target.plural && !target.all);
  if (rooms.length === 0 && !everything && !target.home && pointsBack) {
    const fitting = context.filter(accepts);
    if (fitting.length > 0) return { is: "devices", devices: fitting };
    if (target.pronoun && nouns.length === 0 && !target.here && context.length > 0)
      return { is: "say", text: `${joinNames(context.map(labelOf))} cannot do that.` };
    if (pointed && target.pronoun && nouns.length === 0) return { is: "say", text: whatIsMeant };
  }
  if (!allowSlips && rooms.length > 1) return { is: "say", text: "Which one do you mean?" };
  const inScope = home.devices.filter(({ room }) => rooms.length === 0 || rooms.includes(room));
  const members = inScope.filter((device) => accepts(device) && fitsNouns(device, nouns));
  if (members.length > 0) return { is: "group", rooms, members };
  const where = rooms.length > 0 ? ` in the ${joinNames(rooms)}` : "";
  return {
    is: "say",
    text: `There is no ${called}${where}.${namesOfSort(home, (device) => accepts(device) && fitsNouns(device, nouns))}`,
  };
}

function resolveNamed(
  { named, rooms, unknown, plural, all }: Target,
  { home, accepts, called, allowSlips = true }: ResolveOptions,
): Resolved {
  const [first, ...others] = named;
  if (!first || others.length > 0 || (first.near && !allowSlips))
    return { is: "say", text: unknownName(named.map(({ text }) => text).join(" "), home) };
  const here = first.devices.filter(({ room }) => rooms.length === 0 || rooms.includes(room));
  if (here.length === 0) return { is: "say", text: `There is no ${first.text} in the ${joinNames(rooms)}.` };
  const stray = unknown.filter((word) => !here.some((device) => wordsOf(device).includes(word)));
  if (stray.length > 0) return { is: "say", text: unknownName(stray.join(" "), home) };
  const fitting = here.filter(accepts);
  if (fitting.length === 0) return { is: "say", text: `${joinNames(here.map(labelOf))} is not a ${called}.` };
  return chooseOne(fitting, { plural: plural || all, spoken: first.text });
}

/** Words that are part of a name: "the desk one", "floor light". */
function resolveWords(target: Target, { home, accepts, allowSlips = true }: ResolveOptions): Resolved {
  const { unknown, rooms, nouns } = target;
  const fits = (device: HomeDevice, near: boolean): boolean => {
    const own = wordsOf(device);
    return unknown.every((word) => own.some((other) => other === word || (near && isSlip(word, other))));
  };
  const pool = home.devices.filter(
    (device) =>
      (rooms.length === 0 || rooms.includes(device.room)) && accepts(device) && fitsNouns(device, nouns),
  );
  let found = pool.filter((device) => fits(device, false));
  if (found.length === 0 && allowSlips) found = pool.filter((device) => fits(device, true));
  if (found.length === 0) return { is: "say", text: unknownName(target.spoken, home) };
  const [room] = found.map((device) => device.room);
  const onlyRoom = found.every(
    (device) => device.room === room && unknown.every((word) => fold(device.room).split(" ").includes(word)),
  );
  if (found.length > 1 && onlyRoom && room !== undefined)
    return { is: "group", rooms: [room], members: found };
  return chooseOne(found, { plural: target.plural || target.all, spoken: target.spoken });
}

function chooseOne(
  found: readonly HomeDevice[],
  { plural, spoken }: { plural: boolean; spoken: string },
): Resolved {
  if (found.length === 1 || plural) return { is: "devices", devices: found };
  return { is: "say", text: askWhich(found, spoken) };
}

export function askWhich(found: readonly HomeDevice[], spoken: string): string {
  return `Which one do you mean by "${spoken}": ${joinNames(found.slice(0, mostNames).map(labelOf), "or")}?`;
}

/** "light" takes any light; "lamp" only what is called so, unless nothing is. */
function fitsNouns(device: HomeDevice, nouns: readonly Noun[]): boolean {
  return nouns.every((noun) => {
    if (noun === "light") return isLight(device) || wordsOf(device).includes("light");
    if (noun === "lamp") return wordsOf(device).includes("lamp") || wordsOf(device).includes("lamps");
    if (noun === "fan") return device.kind === "fan" || wordsOf(device).includes("fan");
    if (noun === "plug")
      return device.kind === "switch" || wordsOf(device).some((word) => /^(plug|socket|outlet)$/.test(word));
    if (noun === "door") return device.kind === "lock" || wordsOf(device).includes("door");
    return true;
  });
}

function wordsOf({ room, name }: HomeDevice): string[] {
  return fold(`${room} ${name}`).split(" ");
}

function unknownName(spoken: string, { devices, rooms }: Home): string {
  if (devices.length === 0) return "There are no devices in this home yet.";
  const names = devices.slice(0, mostNames).map(labelOf);
  const rest = devices.length - names.length;
  const more = rest > 0 ? ` and ${rest} more in ${rooms.length} rooms` : "";
  return `I know no device or room called "${spoken}". There are: ${rest > 0 ? names.join(", ") : joinNames(names)}${more}.`;
}

function namesOfSort({ devices }: Home, accepts: (device: HomeDevice) => boolean): string {
  const names = devices.filter(accepts).slice(0, mostNames).map(labelOf);
  return names.length === 0 ? "" : ` There is: ${joinNames(names)}.`;
}
