import { toPcm16 } from "./pcm16.ts";

// The names that exist only where sound is made; TypeScript's DOM library does not know them.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
declare const sampleRate: number;

/** Often enough for a lively level and a quick answer, seldom enough for a slow network. */
const frameSeconds = 0.04;

/** Gathers what the microphone hears and posts it as 16-bit frames. */
class Capture extends AudioWorkletProcessor {
  #frame = new Int16Array(Math.round(sampleRate * frameSeconds));
  #filled = 0;

  process([input]: readonly Float32Array[][]): boolean {
    // Without an input the microphone is gone, and so will be this node.
    let rest = input?.[0] ?? new Float32Array(0);
    while (rest.length > 0) {
      const part = rest.subarray(0, this.#frame.length - this.#filled);
      toPcm16(part, this.#frame.subarray(this.#filled));
      this.#filled += part.length;
      rest = rest.subarray(part.length);
      if (this.#filled === this.#frame.length) this.#post();
    }
    return true;
  }

  #post(): void {
    const { buffer } = this.#frame;
    this.#frame = new Int16Array(this.#frame.length);
    this.#filled = 0;
    this.port.postMessage(buffer, [buffer]);
  }
}

registerProcessor("capture", Capture);
