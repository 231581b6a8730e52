export { createBuiltInTools, type BuiltInToolsOptions } from "./built-in-tools.ts";
export { createDatetimeTool, type DatetimeOptions } from "./datetime.ts";
export { createSearchTool, type SearchOptions } from "./search.ts";
export type { SearchConfig } from "./search-service.ts";
export { findSystemMixer, noMixer, systemMixer, type SystemMixerOptions } from "./system-mixer.ts";
export { createVolumeTool } from "./volume.ts";
export {
  OutputVolume,
  type OutputVolumeOptions,
  type VolumeControl,
  type VolumeState,
} from "./volume-control.ts";
