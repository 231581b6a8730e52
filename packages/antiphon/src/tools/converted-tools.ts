import type { Tool } from "./tool.ts";

/** Converts tools for a provider, and again only when they have changed. */
export function convertedTools<T>(convert: (tools: readonly Tool[]) => T): (tools: readonly Tool[]) => T {
  let known: { readonly tools: readonly Tool[]; readonly converted: T } | undefined;
  return (tools) => {
    if (
      !known ||
      tools.length !== known.tools.length ||
      !tools.every((tool, i) => tool === known?.tools[i])
    ) {
      known = { tools: [...tools], converted: convert([...tools]) };
    }
    return known.converted;
  };
}
