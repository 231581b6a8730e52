import { resolve } from "node:path";
import type { Logger } from "antiphon";
import type { Config } from "../config/schema.ts";
import { allowAll, refuseAll } from "../runs/approver.ts";
import { startServices, type ServicesOptions } from "../startup/services.ts";
import { createTalk } from "../startup/talk.ts";
import { startVoice } from "../startup/voice.ts";
import { openMicrophone } from "../voice/microphone/microphone.ts";
import { publishVoice } from "../voice/mqtt/voice-topics.ts";
import type { VoiceSession } from "../voice/session/voice-session.ts";
import type { VoiceMode } from "../voice/session/voice-state.ts";
import type { VoiceEngines } from "../voice/voice-engines.ts";
import { reportTroubles } from "./chat.ts";
import { exitCode, UsageError, type ExitCode } from "./exit-code.ts";
import { closeWithin, onInterrupt } from "./listen-interrupt.ts";
import { readRecording } from "./listen-recording.ts";
import { hearMicrophone, hearRecording } from "./listen-sources.ts";
import { SpokenFile } from "./listen-spoken-file.ts";
import { ListenTalk } from "./listen-talk.ts";
import type { Output } from "./output.ts";
import { joinRunningHome } from "./running-home.ts";

export interface ListenOptions extends Pick<ServicesOptions, "createModel"> {
  logger: Logger;
  output: Output;
  /** Events as JSON lines. */
  json: boolean;
  /** A WAV file, or "-" for standard input. @default the microphone */
  file?: string | undefined;
  /** Of a file: only what follows the wake word is meant. @default false */
  wakeWord?: boolean | undefined;
  /** Where everything that is spoken is written. */
  out?: string | undefined;
  /** Whether it is played aloud. @default for the microphone */
  play?: boolean | undefined;
  /** Enter begins and ends what is said, in place of the wake word. @default false */
  pushToTalk?: boolean | undefined;
  /** Take the place of the configured ones. */
  engines?: VoiceEngines | undefined;
}

/** Closing takes no longer than this. */
const closeWithinMs = 1_000;
/** What takes longer is explained. */
const explainAfterMs = 1_000;

/** Somebody talks with the home: in a recording, or into the microphone. */
export async function listen(given: Config, options: ListenOptions): Promise<ExitCode> {
  check(options);
  const { file } = options;
  const recording = file === undefined ? undefined : await readRecording(file);
  const stop = new AbortController();
  const { signal } = stop;
  let interrupted = false;
  const release = onInterrupt(() => {
    interrupted = true;
    stop.abort();
  });
  const closing: (() => unknown)[] = [];
  try {
    let talk: ListenTalk | undefined;
    const microphone = openMicrophone({ signal, onNotice: (text) => talk?.note(text) });
    closing.push(() => microphone.return());
    // Without a microphone nothing else has to start.
    const first = recording ? undefined : await microphone.next();
    if (first?.done) return exitCode.ok;
    const opened = await open(given, { ...options, signal, closing });
    ({ talk } = opened);
    const { session } = opened;
    if (recording) await hearRecording(recording, { session, talk, signal });
    else {
      const { pushToTalk = false } = options;
      void session.finished.then(() => stop.abort());
      if (first) session.hear(first.value);
      await hearMicrophone(microphone, { session, signal, pushToTalk });
    }
    talk.end();
    return verdict(talk, { ...options, interrupted });
  } finally {
    stop.abort();
    await closeWithin(Promise.all(closing.map((close) => close())), closeWithinMs);
    release();
  }
}

interface Opening extends ListenOptions {
  signal: AbortSignal;
  /** What has to be closed is added here. */
  closing: (() => unknown)[];
}

async function open(
  given: Config,
  { signal, closing, ...options }: Opening,
): Promise<{ talk: ListenTalk; session: VoiceSession }> {
  const { logger, output, json, file, out, play = file === undefined, pushToTalk = false } = options;
  const spoken = out === undefined ? undefined : new SpokenFile(out);
  closing.push(() => spoken?.close());
  const { config, joined } = await joinRunningHome(given);
  const services = startServices(config, options);
  const { runs } = createTalk(services, { logger });
  // Only a broker that others use too has somebody to tell.
  const published = publishVoice({ brokerUrl: Promise.resolve(config.broker), logger });
  const voice = startVoice(config, { ...services, ...options, runs, onEvent: published.onEvent });
  const talk = new ListenTalk({
    output,
    json,
    runs,
    volume: () => services.volume.state,
    play,
    spoken,
    terminal: process.stdout.isTTY,
    ...(file === undefined && { waiting: (phrase) => waitingFor(phrase, pushToTalk) }),
  });
  const explain = setTimeout(() => json || talk.note("The home is starting."), explainAfterMs);
  void services.settled.then(() => {
    clearTimeout(explain);
    if (!json && !signal.aborted)
      reportTroubles(services, { ...output, note: (text) => talk.note(text.trimEnd()) });
  });
  closing.push(() => {
    clearTimeout(explain);
    return Promise.all([talk.close(), runs.close(), voice.close(), published.close(), services.close()]);
  });
  if (joined !== undefined && !json) talk.note(`Using the home of the gateway at ${joined}`);
  const session = voice.open({
    mode: modeOf(options),
    interruptBy: file === undefined ? "wake-word" : "nothing",
    output: talk,
    tell: (event) => talk.tell(event),
    approver: config.yes ? allowAll : refuseAll,
  });
  talk.attach(session);
  return { talk, session };
}

function check({ file, out, pushToTalk = false, wakeWord = false }: ListenOptions): void {
  if (file !== undefined && pushToTalk)
    throw new UsageError("--push-to-talk is for the microphone; a file is heard as it is.");
  if (pushToTalk && wakeWord) throw new UsageError("Either --push-to-talk or --wake-word.");
  if (file !== undefined && out !== undefined && resolve(file) === resolve(out))
    throw new UsageError(`--out would overwrite ${file}.`);
}

function modeOf({ file, wakeWord = false, pushToTalk = false }: ListenOptions): VoiceMode {
  if (pushToTalk) return "hold";
  return file === undefined || wakeWord ? "hands-free" : "open";
}

function waitingFor(phrase: string | null, pushToTalk: boolean): string {
  if (pushToTalk) return "press Enter, speak, and press Enter again";
  return phrase === null ? "say what you want" : `say "${phrase}", then what you want`;
}

function verdict(
  talk: ListenTalk,
  { file, wakeWord = false, interrupted }: ListenOptions & { interrupted: boolean },
): ExitCode {
  // Ctrl-C is how a talk into the microphone ends, whatever went wrong on the way.
  if (file === undefined) return talk.failed && !interrupted ? exitCode.failure : exitCode.ok;
  const name = file === "-" ? "the recording" : file;
  if (interrupted) talk.note("(stopped)");
  else if (talk.understood === 0 && !talk.failed)
    talk.note(
      wakeWord
        ? `Nobody asked for anything after the wake word in ${name}.`
        : `No words were heard in ${name}.`,
    );
  return interrupted || talk.failed || talk.understood === 0 ? exitCode.failure : exitCode.ok;
}
