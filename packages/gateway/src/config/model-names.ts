import { parseModel } from "antiphon";

export const offlineName = "offline";

/** Names in order; each is `offline` or `provider:model`. Throws a sentence for one that nobody knows. */
export function parseModels(model: string): readonly string[] {
  const names = model
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names) if (name !== offlineName) parseModel(name);
  return names.length > 0 ? names : [offlineName];
}
