/** What a word does in a command. Nouns say what sort of device is meant, quantities what is asked for. */
export type Label =
  | Noun
  | Quantity
  | Reason
  | "all"
  | "also"
  | "brighter"
  | "by"
  | "close"
  | "complain-bright"
  | "complain-dark"
  | "complain-cold"
  | "complain-hot"
  | "complain-loud"
  | "complain-quiet"
  | "cooler"
  | "copula"
  | "darker"
  | "degrees"
  | "dim"
  | "down"
  | "everything"
  | "filler"
  | "health"
  | "here"
  | "highest"
  | "home"
  | "level"
  | "list"
  | "lock"
  | "locked"
  | "louder"
  | "lowest"
  | "mode-auto"
  | "mode-cool"
  | "mode-heat"
  | "mute"
  | "off"
  | "on"
  | "open"
  | "participle"
  | "percent"
  | "pronoun"
  | "quieter"
  | "shut"
  | "slightly"
  | "state"
  | "stop"
  | "subject"
  | "to"
  | "toggle"
  | "unlock"
  | "unlocked"
  | "unmute"
  | "up"
  | "verb"
  | "warmer";

export type Noun =
  | "cover"
  | "device"
  | "door"
  | "fan"
  | "heating"
  | "lamp"
  | "light"
  | "lock-noun"
  | "music"
  | "plug"
  | "volume";

export type Quantity = "battery" | "brightness" | "humidity" | "motion" | "power" | "temperature";

/** Why a command is not carried out although its words are known. */
export type Reason = "colour" | "condition" | "exception" | "negation" | "schedule";

export const nouns: ReadonlySet<Label> = new Set<Label>([
  "cover",
  "device",
  "door",
  "fan",
  "heating",
  "lamp",
  "light",
  "lock-noun",
  "music",
  "plug",
  "volume",
]);
export const quantities: ReadonlySet<Label> = new Set<Label>([
  "battery",
  "brightness",
  "humidity",
  "motion",
  "power",
  "temperature",
]);
export const reasons: ReadonlySet<Label> = new Set<Label>([
  "colour",
  "condition",
  "exception",
  "negation",
  "schedule",
]);
