import { captureSound, type Capture, type CaptureOptions } from "./capture-sound.ts";
import { Speaker, type SpeakerOptions } from "./speaker.ts";

/** Ears and mouth of this browser. Both have one rate, that of the sound card. */
export interface Sound {
  readonly sampleRate: number;
  /** Browsers are silent until the person has done something; to be called then. */
  readonly unlock: () => void;
  readonly capture: (options: CaptureOptions) => Promise<Capture>;
  readonly createSpeaker: (options: Omit<SpeakerOptions, "context">) => Speaks;
  readonly close: () => void;
}

export type Speaks = Pick<Speaker, "begin" | "add" | "end" | "silence" | "setVolume" | "close">;

/** The most that the gateway takes. */
const maxSampleRate = 48_000;

export function openBrowserSound(): Sound {
  let context = new AudioContext({ latencyHint: "interactive" });
  if (context.sampleRate > maxSampleRate) {
    void context.close();
    context = new AudioContext({ latencyHint: "interactive", sampleRate: maxSampleRate });
  }
  return {
    sampleRate: Math.round(context.sampleRate),
    unlock() {
      if (context.state !== "running") context.resume().catch(() => undefined);
    },
    capture: (options) => captureSound(context, options),
    createSpeaker: (options) => new Speaker({ ...options, context }),
    close() {
      context.close().catch(() => undefined);
    },
  };
}
