import { spokenName } from "./spoken-name.ts";

const labels = new Map([["http", "Page and API"]]);

/** `mcp:zwave` as a person would call it: `Z-Wave tools`. */
export function partLabel(name: string): string {
  if (name.startsWith("mcp:")) return `${spokenName(name.slice("mcp:".length))} tools`;
  return labels.get(name) ?? name.charAt(0).toUpperCase() + name.slice(1);
}
