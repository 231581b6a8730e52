import type { VolumeState } from "../built-in-tools/volume-control.ts";
import { Bell } from "../runs/bell.ts";
import type { Runs } from "../runs/runs.ts";
import type { Audio } from "../voice/audio/audio.ts";
import { levelSamples } from "../voice/listening/listen.ts";
import { Player } from "../voice/microphone/player.ts";
import type { SoundOutput } from "../voice/session/speaker.ts";
import type { VoiceEvent } from "../voice/session/voice-event.ts";
import type { VoiceSession } from "../voice/session/voice-session.ts";
import { atVolume } from "../voice/speaking/volume.ts";
import { hasWords } from "../voice/transcribing/said-text.ts";
import { eventWriter } from "./event-writer.ts";
import type { SpokenFile } from "./listen-spoken-file.ts";
import { VoiceWriter, type VoiceWriterOptions } from "./listen-writer.ts";
import type { Output } from "./output.ts";

export interface ListenTalkOptions extends Pick<VoiceWriterOptions, "terminal" | "waiting"> {
  output: Output;
  /** Events as JSON lines. */
  json: boolean;
  runs: Pick<Runs, "find">;
  volume: () => VolumeState;
  /** Whether it is played aloud. */
  play: boolean;
  /** Takes everything that is spoken. */
  spoken?: SpokenFile | undefined;
}

/** One talk in the terminal: shows it, plays it, and knows how it went. */
export class ListenTalk implements SoundOutput {
  readonly #options: ListenTalkOptions;
  readonly #writer: VoiceWriter;
  readonly #player: Player | undefined;
  readonly #started = performance.now();
  readonly #bell = new Bell();
  #session: VoiceSession | undefined;
  /** Utterances with words in them. */
  understood = 0;
  /** Something went wrong, and was told. */
  failed = false;
  /** Samples that were listened to. */
  listened = 0;

  constructor(options: ListenTalkOptions) {
    this.#options = options;
    this.#writer = new VoiceWriter({ ...options.output, ...options });
    if (!options.play) return;
    this.#player = new Player({
      volume: options.volume,
      onPlayed: (id) => this.#session?.played(id),
      onProblem: (message) => this.tell({ type: "problem", message }),
    });
  }

  /** Says what was heard to its end. */
  attach(session: VoiceSession): void {
    this.#session = session;
  }

  play(id: number, audio: Audio): void {
    const { spoken, volume } = this.#options;
    spoken?.write(id, atVolume(audio, volume()));
    this.#player?.play(id, audio);
  }

  tell(event: VoiceEvent): void {
    const { json, output } = this.#options;
    if (!json) this.#writer.write(event);
    else if (event.type !== "level") {
      const at = Math.round(performance.now() - this.#started);
      output.out(`${JSON.stringify({ ...event, at })}\n`);
    }
    switch (event.type) {
      case "level":
        this.listened += levelSamples;
        this.#bell.ring();
        return;
      case "transcription":
        if (hasWords(event.text)) this.understood++;
        return;
      case "run":
        void this.#follow(event.runId);
        return;
      case "sentence-end":
        if (this.#player) this.#player.end(event.id);
        else this.#session?.played(event.id);
        return;
      case "silence":
        this.#player?.silence();
        return;
      case "problem":
        this.failed = true;
        return;
      default:
    }
  }

  /** Resolves when more was listened to. */
  progress(): Promise<void> {
    return this.#bell.wait();
  }

  /** A sentence that is not part of the talk. */
  note(text: string): void {
    this.#writer.note(`${text}\n`);
  }

  /** Nothing stays half written. */
  end(): void {
    this.#writer.end();
  }

  /** Silence. Idempotent. */
  async close(): Promise<void> {
    this.end();
    await this.#player?.close();
  }

  /** Tools at work, as in the chat; the answer itself comes as sentences. */
  async #follow(runId: string): Promise<void> {
    const run = this.#options.runs.find(runId);
    if (!run) return;
    const { entries, close } = run.attach();
    const note = (text: string): void => this.note(text.trimEnd());
    const write = eventWriter({ out: () => {}, note: this.#options.json ? () => {} : note });
    for await (const { event } of entries) {
      if (event.type === "error") this.failed = true;
      // What went wrong is said in a sentence, and an interruption is seen.
      else if (event.type !== "end") write(event);
    }
    close();
  }
}
