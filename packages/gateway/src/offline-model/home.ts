/** A device as the listing tool tells it. */
export interface HomeDevice {
  readonly name: string;
  /** Empty when it is in no room. */
  readonly room: string;
  readonly kind: string;
  readonly state: string;
}

/** What is known of the home. */
export interface Home {
  readonly devices: readonly HomeDevice[];
  readonly rooms: readonly string[];
  /** Whether the states were read in this turn. */
  readonly fresh: boolean;
}

const line = /^(.+?) \(([a-z]+), node \d+(?:, [a-z]+)?\)(?:: (.*))?$/;

/** The devices in a listing: lines as the Z-Wave server writes them, or JSON with a list of objects. */
export function parseListing(text: string): HomeDevice[] {
  const json = parseJson(text);
  if (json !== undefined) return json;
  return text.split("\n").flatMap((row) => {
    const [, label, kind, state = ""] = line.exec(row.trim()) ?? [];
    if (label === undefined || kind === undefined) return [];
    const cut = label.indexOf("/");
    const [room, name] = cut === -1 ? ["", label] : [label.slice(0, cut), label.slice(cut + 1)];
    return [{ name, room, kind, state }];
  });
}

/** How many pages a listing has. */
export function pagesOf(text: string): number {
  return Number(/^\d+ devices, page \d+ of (\d+)/.exec(text)?.[1] ?? 1);
}

export function createHome(devices: readonly HomeDevice[], fresh: boolean): Home {
  const rooms = [...new Set(devices.map(({ room }) => room))].filter((room) => room !== "");
  return { devices, rooms, fresh };
}

/** "Kitchen/Ceiling Light": the name that always finds the device. */
export function labelOf({ room, name }: HomeDevice): string {
  return room === "" ? name : `${room}/${name}`;
}

/** "Kitchen Ceiling Light": the name in a sentence. */
export function spokenName({ room, name }: HomeDevice): string {
  return room === "" || fold(name).startsWith(fold(room)) ? name : `${room} ${name}`;
}

export function isLight({ kind }: HomeDevice): boolean {
  return kind === "light" || kind === "dimmer";
}

/** Percent of a dimmer that is on, 0 when it is off, undefined when it has no level or none is known. */
export function levelOf({ state }: HomeDevice): number | undefined {
  const level = /\bon at (\d+(?:\.\d+)?) %/.exec(state)?.[1];
  if (level !== undefined) return Number(level);
  return /^off\b/.test(state) ? 0 : undefined;
}

/** Names as they are compared: no accents, no marks, lower case. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/['’‘ʼ`´]/g, "")
    .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
    .trim();
}

function parseJson(text: string): HomeDevice[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as { devices?: unknown };
    const list: unknown = Array.isArray(value) ? value : value.devices;
    return Array.isArray(list) ? list.flatMap(toDevice) : undefined;
  } catch {
    return undefined;
  }
}

function toDevice(value: unknown): HomeDevice[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = new Map(Object.entries(value));
  const text = (...keys: string[]): string => {
    const found = keys.map((key) => fields.get(key)).find((field) => typeof field === "string");
    return typeof found === "string" ? found.slice(0, 200) : "";
  };
  const name = text("name", "device", "deviceName");
  if (name === "") return [];
  return [
    { name, room: text("room", "location", "loc", "area"), kind: text("kind", "type"), state: text("state") },
  ];
}
