import { createDatetimeTool } from "./datetime.ts";
import { createSearchTool, type SearchOptions } from "./search.ts";
import { createVolumeTool } from "./volume.ts";
import type { VolumeControl } from "./volume-control.ts";

export interface BuiltInToolsOptions {
  /** `false` leaves the tool out. @default DuckDuckGo */
  search?: SearchOptions | false;
  /** The output whose loudness is changed. `false` leaves the tool out. @default an output of our own */
  volume?: VolumeControl | false;
  /** @default the system clock */
  now?: () => Date;
  /** IANA name. @default the system's time zone */
  timeZone?: string;
}

/** The tools that are there without any server. */
export function createBuiltInTools({ search = {}, volume, now, timeZone }: BuiltInToolsOptions = {}) {
  return [
    createDatetimeTool({ ...(now && { now }), ...(timeZone !== undefined && { timeZone }) }),
    ...(search === false ? [] : [createSearchTool(search)]),
    ...(volume === false ? [] : [createVolumeTool(volume)]),
  ];
}
