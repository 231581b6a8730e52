import { z } from "zod";
import { Failure } from "./failure.ts";

/** A number as models send it: 40, "40", "40 %", "21,5"; "" means: not given. */
export const looseNumber = z
  // The descriptions keep the JSON Schema an `anyOf`: not every provider takes a list of types.
  .union([z.number().describe("A number."), z.string().describe('A number as text, like "40".')])
  .optional();

export interface NumberRule {
  /** What the number is, at the start of a sentence: "The level". */
  what: string;
  min: number;
  max: number;
  /** @default "" */
  unit?: string;
}

/** The number in a tool's argument, undefined when it was left out; throws a Failure when it is nonsense. */
export function parseNumber(
  input: string | number | undefined,
  { what, min, max, unit = "" }: NumberRule,
): number | undefined {
  if (input === undefined || (typeof input === "string" && input.trim() === "")) return undefined;
  const number = typeof input === "number" ? input : toNumber(input);
  if (number !== undefined && Number.isFinite(number) && number >= min && number <= max) return number;
  throw new Failure(
    `${what} must be a number from ${min} to ${max}${unit}, not ${JSON.stringify(input)?.slice(0, 60)}. Nothing was switched.`,
  );
}

function toNumber(text: string): number | undefined {
  const match = /^\s*([+-]?\d{1,6}(?:[.,]\d{1,6})?)\s*(?:%|percent|°\s*[CF]?|degrees)?\s*$/i.exec(text);
  return match?.[1] === undefined ? undefined : Number(match[1].replace(",", "."));
}

/** Z-Wave counts 0 to 99, where 99 is full; people count 0 to 100. */
export function levelFromPercent(percent: number): number {
  return Math.min(Math.round(percent), 99);
}

export function percentFromLevel(level: number): number {
  return level >= 99 ? 100 : level;
}

/** Writing this to a dimmer brings back its last level. */
export const lastLevel = 255;
