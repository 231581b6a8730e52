import type { Quantity, Reason } from "./labels.ts";
import type { Target } from "./reading.ts";

export type VolumeAction = "get" | "set" | "up" | "down" | "mute" | "unmute";

/** What a clause asks for. */
export type Intent =
  | { readonly do: "switch"; readonly state: "on" | "off" | "toggle"; readonly target: Target }
  | { readonly do: "dim"; readonly percent: number; readonly target: Target }
  /** Brighter or darker than now, by percent of full or, with `share`, of what it is. `dimming` also switches on what is off, at a low level. */
  | {
      readonly do: "brightness";
      readonly step: number;
      readonly share: boolean;
      readonly dimming: boolean;
      readonly target: Target;
    }
  | { readonly do: "cover"; readonly action: "open" | "close" | "stop"; readonly target: Target }
  | { readonly do: "cover-position"; readonly percent: number; readonly target: Target }
  | { readonly do: "lock" | "unlock"; readonly target: Target }
  | { readonly do: "heat-to"; readonly degrees: number; readonly target: Target }
  | { readonly do: "heat-by"; readonly degrees: number; readonly target: Target }
  | { readonly do: "heat-mode"; readonly mode: string; readonly target: Target }
  | { readonly do: "volume"; readonly action: VolumeAction; readonly level?: number | undefined }
  | { readonly do: "ask-state"; readonly expected: ExpectedState | undefined; readonly target: Target }
  | { readonly do: "ask-quantity"; readonly quantity: Quantity; readonly target: Target }
  | { readonly do: "list"; readonly expected: ExpectedState | undefined; readonly target: Target }
  | { readonly do: "health" }
  /** Louder or quieter, brighter or darker: only what was spoken of before can tell. */
  | { readonly do: "vague"; readonly step: number; readonly target: Target }
  /** A name and nothing to do with it: the rest of an earlier command. */
  | {
      readonly do: "bare";
      readonly target: Target;
      /** It had a verb that says nothing by itself: "set", "turn". */ readonly partial?: boolean;
      /** What to do can be told only with the names of the home. */ readonly undecided?: boolean;
    }
  | { readonly do: "refuse"; readonly reason: Reason | "door" }
  | { readonly do: "unknown" };

export type ExpectedState = "on" | "off" | "open" | "closed" | "locked" | "unlocked";
