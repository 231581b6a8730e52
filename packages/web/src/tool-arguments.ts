import { spokenName } from "./spoken-name.ts";

export interface Argument {
  readonly name: string;
  readonly value: string;
}

/** A call's arguments, line by line; what is not plain is shown as JSON. */
export function toolArguments(args: unknown): Argument[] {
  if (args === undefined || args === null || args === "") return [];
  if (typeof args !== "object" || Array.isArray(args)) return [{ name: "Arguments", value: show(args) }];
  return Object.entries(args).map(([name, value]) => ({ name: spokenName(name), value: show(value) }));
}

function show(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
