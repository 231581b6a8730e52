import type { Logger } from "antiphon";
import type { OutputVolume } from "../built-in-tools/volume-control.ts";
import type { Config } from "../config/schema.ts";
import type { Runs } from "../runs/runs.ts";
import { createEngines } from "../voice/create-engines.ts";
import { missingPackages } from "../voice/missing-packages.ts";
import type { VoiceEvent } from "../voice/session/voice-event.ts";
import { Voice } from "../voice/voice.ts";
import type { VoiceEngines } from "../voice/voice-engines.ts";
import type { Parts } from "./parts.ts";

export interface StartVoiceOptions {
  runs: Runs;
  volume: OutputVolume;
  parts: Parts;
  logger: Logger;
  onEvent?: ((event: VoiceEvent) => void) | undefined;
  /** @default those of the configuration */
  engines?: VoiceEngines | undefined;
  /** @default looks where Node would */
  findPackage?: ((name: string) => string | undefined) | undefined;
}

/** Loads nothing: engines load when somebody begins to talk. */
export function startVoice(
  config: Config,
  { runs, volume, parts, logger, onEvent, engines, findPackage }: StartVoiceOptions,
): Voice {
  const chosen = engines ?? chooseEngines(config, findPackage);
  if (typeof chosen === "string") parts.set("voice", "off", chosen);
  else parts.set("voice", "ready", readyMessage(config));
  return new Voice({
    engines: chosen,
    runs,
    volume,
    logger,
    onEvent,
    endOfSpeechMs: config.endOfSpeechMs,
    maxListeners: config.maxListeners,
  });
}

/** The engines, or why there are none. Nothing is loaded. */
export function chooseEngines(
  config: Config,
  find?: StartVoiceOptions["findPackage"],
): VoiceEngines | string {
  if (config.voice === "off") return "Voice is switched off (voice is off).";
  const missing = missingPackages(config, find && { find });
  if (missing.length > 0)
    return `Voice needs packages that are not installed: npm install ${missing.join(" ")}`;
  try {
    return createEngines(config);
  } catch (error) {
    return `Voice cannot be used: ${(error as Error).message}`;
  }
}

function readyMessage({ stt, tts, wakeWord }: Config): string {
  const wake = wakeWord ? ', wakes at "hey computer"' : "";
  return `Hears with ${stt}, speaks with ${tts}${wake}; loads when somebody talks.`;
}
