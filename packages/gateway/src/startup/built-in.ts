import type { Tool } from "antiphon";
import type { SearchConfig } from "../built-in-tools/index.ts";
import type { VolumeControl } from "../built-in-tools/volume-control.ts";
import type { Config } from "../config/schema.ts";

/** The tools that need no server, as configured. */
export async function builtInTools(
  config: Config,
  { volume }: { volume: VolumeControl },
): Promise<readonly Tool[]> {
  const { createBuiltInTools, systemMixer } = await import("../built-in-tools/index.ts");
  const service = searchService(config);
  return createBuiltInTools({
    search: service === undefined ? false : { service },
    // Where nothing is spoken, the sound of the machine is meant.
    volume: config.voice === "off" ? systemMixer() : volume,
    ...(config.timeZone !== undefined && { timeZone: config.timeZone }),
  });
}

function searchService({ search, searchUrl, searchKey }: Config): SearchConfig | undefined {
  switch (search) {
    case "off":
      return undefined;
    case "duckduckgo":
      return { provider: search };
    case "searxng":
      if (searchUrl === undefined) throw new Error("search is searxng, which needs searchUrl.");
      return { provider: search, url: searchUrl };
    case "brave":
      if (searchKey === undefined) throw new Error("search is brave, which needs searchKey.");
      return { provider: search, apiKey: searchKey };
    default:
      return search satisfies never;
  }
}
