import type { SoundFrame } from "./sound-frame.ts";
import type { Volume } from "./voice-message.ts";

export interface SpeakerOptions {
  readonly context: AudioContext;
  /** The sentence that can be heard from now on; `undefined` when all is quiet. */
  readonly onSounding: (id: number | undefined) => void;
  /** The sentence was heard to its end. */
  readonly onPlayed: (id: number) => void;
}

interface Spoken {
  readonly id: number;
  /** Pieces of sound that have not been heard to their end. */
  readonly sources: Set<AudioBufferSourceNode>;
  /** All of its sound is here. */
  complete: boolean;
}

/** A start with a little delay evens out the pauses between the pieces. */
const leadSeconds = 0.04;
/** Fast enough to be at once, slow enough not to click. */
const fadeSeconds = 0.02;
/** A browser that does not play what it was given for so long after its time will not play it at all. */
const patienceMs = 3_000;

/** Plays sentences one after the other, as their sound arrives. */
export class Speaker {
  readonly #options: SpeakerOptions;
  readonly #gain: GainNode;
  #queue: Spoken[] = [];
  #sounding: number | undefined;
  /** Where the sound that is already here ends, by the context's clock. */
  #endsAt = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SpeakerOptions) {
    this.#options = options;
    this.#gain = options.context.createGain();
    this.#gain.connect(options.context.destination);
  }

  begin(id: number): void {
    this.#queue.push({ id, sources: new Set(), complete: false });
    this.#advance();
  }

  /** Sound of a sentence that was not begun, or was silenced, is dropped. */
  add({ sentenceId, sampleRate, samples }: SoundFrame): void {
    const { context } = this.#options;
    const spoken = this.#queue.find(({ id }) => id === sentenceId);
    if (!spoken) return;
    const buffer = context.createBuffer(1, samples.length, sampleRate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#gain);
    source.onended = () => {
      spoken.sources.delete(source);
      this.#advance();
    };
    spoken.sources.add(source);
    const startsAt = Math.max(this.#endsAt, context.currentTime + leadSeconds);
    source.start(startsAt);
    this.#endsAt = startsAt + buffer.duration;
    this.#watchOver();
  }

  end(id: number): void {
    const spoken = this.#queue.find((one) => one.id === id);
    if (spoken) spoken.complete = true;
    this.#advance();
  }

  silence(): void {
    const queue = this.#queue;
    this.#queue = [];
    for (const { sources } of queue) {
      for (const source of sources) {
        source.onended = null;
        source.stop();
        source.disconnect();
      }
    }
    this.#endsAt = 0;
    this.#advance();
  }

  /** Applies to what already plays. Loudness is heard in ratios: the gain is the square of the level. */
  setVolume({ level, muted }: Volume): void {
    const { gain } = this.#gain;
    const now = this.#options.context.currentTime;
    gain.cancelScheduledValues(now);
    gain.setValueAtTime(gain.value, now);
    gain.linearRampToValueAtTime(muted ? 0 : (level / 100) ** 2, now + fadeSeconds);
  }

  close(): void {
    this.silence();
    this.#gain.disconnect();
  }

  /** Takes leave of what has been heard; what had no sound is heard when its turn comes. */
  #advance(): void {
    const { onPlayed, onSounding } = this.#options;
    for (let first = this.#queue[0]; first?.complete && first.sources.size === 0; first = this.#queue[0]) {
      this.#queue.shift();
      onPlayed(first.id);
    }
    const sounding = this.#queue[0]?.id;
    if (sounding !== this.#sounding) onSounding(sounding);
    this.#sounding = sounding;
    if (sounding === undefined) clearTimeout(this.#watch);
  }

  /** Nothing waits forever for a browser that has stopped playing. */
  #watchOver(): void {
    clearTimeout(this.#watch);
    const aheadMs = (this.#endsAt - this.#options.context.currentTime) * 1_000;
    this.#watch = setTimeout(() => this.#giveUp(), aheadMs + patienceMs);
  }

  #giveUp(): void {
    for (const { sources } of this.#queue) {
      for (const source of sources) source.disconnect();
      sources.clear();
    }
    this.#endsAt = 0;
    this.#advance();
  }
}
