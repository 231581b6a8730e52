import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { silentLogger } from "antiphon";
import { configSchema } from "../../packages/gateway/src/config/schema.ts";
import { startGateway } from "../../packages/gateway/src/startup/gateway.ts";
import { hearingRate } from "../../packages/gateway/src/voice/audio/audio.ts";
import { resample } from "../../packages/gateway/src/voice/audio/resample.ts";
import { createSpeechToText } from "../../packages/gateway/src/voice/speech-to-text/create-speech-to-text.ts";
import { createTextToSpeech } from "../../packages/gateway/src/voice/text-to-speech/create-text-to-speech.ts";
import { createWakeWord } from "../../packages/gateway/src/voice/wake-word/create-wake-word.ts";
import { evaluateWakeWord } from "../../training/src/evaluate-wake-word.ts";
import { openPiper } from "../../training/src/piper.ts";
import { homeCommands } from "./commands.ts";
import { humanRecordings } from "./human-recordings.ts";
import { measureLatency } from "./latency.ts";
import {
  measureRecognition,
  record,
  withSilence,
  type Recording,
  type RecognitionFigures,
} from "./recognition.ts";
import { latencyTable, recognitionTable, wakeWordTable } from "./tables.ts";

const help = `Measures hearing and speaking with the real engines: npm run bench:voice -- [options]

  --only recognition,wake-word,latency   only these parts
  --write                                put the tables into docs/voice.md
  --mistakes                             list what was misheard
  --help                                 show this

Human recordings are measured when Debian's pocketsphinx-testdata is installed, Piper's speakers when the packages of
training/ are, espeak-ng when it is installed.
`;

/** `npm --prefix training run evaluate` measures all of them, which takes a quarter of an hour. */
const clipsPerSet = 100;

const args = process.argv.slice(2);
const has = (flag: string): boolean => args.includes(flag);
const only = args[args.indexOf("--only") + 1];
const wanted = (part: string): boolean => !has("--only") || (only ?? "").split(",").includes(part);
const note = (text: string): void => void process.stderr.write(`${text}\n`);
const sections: [name: string, table: string][] = [];

function show(name: string, table: string): void {
  process.stdout.write(`\n${table}\n`);
  sections.push([name, table]);
}

async function recognition(): Promise<void> {
  const speechToText = createSpeechToText({ kind: "moonshine" });
  await speechToText.load(note);
  const all: RecognitionFigures[] = [];
  const measure = async (
    source: string,
    recordings: Parameters<typeof measureRecognition>[1]["recordings"],
  ) => {
    note(`Listening: ${source}.`);
    const figures = await measureRecognition(source, { recordings, speechToText });
    all.push(figures);
    if (has("--mistakes"))
      for (const { said, heard } of figures.mistakes) note(`  said: ${said}\n  heard: ${heard}`);
  };
  for (const voice of ["rms", "slt", "awb", "kal16"]) {
    const textToSpeech = createTextToSpeech({ kind: "flite", voice });
    await measure(
      `home commands, flite's ${voice}`,
      (async function* () {
        for (const text of homeCommands) yield record(text, textToSpeech);
      })(),
    );
    await textToSpeech.close();
  }
  const piper = openPiper({ threads: 2, noiseScale: 0.333, noiseScaleW: 0.333 });
  if (piper) {
    const say = (text: string, speaker: number): Recording => ({
      said: text,
      samples: withSilence(resample(piper.say(text, { speaker, speed: 1 }), hearingRate)),
    });
    await measure(
      "home commands, Piper's first speaker",
      homeCommands.map((text) => say(text, 0)),
    );
    await measure(
      "home commands, each by another of Piper's speakers",
      homeCommands.map((text, index) => say(text, 20 * index + 7)),
    );
  } else note("No Piper: npm --prefix training install");
  const people = humanRecordings();
  if (people) await measure("people reading out (pocketsphinx-testdata)", people);
  else note("No human recordings: apt install pocketsphinx-testdata");
  await speechToText.close();
  show("recognition", recognitionTable(all));
}

async function wakeWords(): Promise<void> {
  const wakeWord = createWakeWord({ wakeWord: true });
  if (!wakeWord) return;
  await wakeWord.load(note);
  const figures = await evaluateWakeWord({
    wakeWord,
    limit: clipsPerSet,
    onFigures: ({ set, clips, woken }) => {
      note(`${set}: woke at ${woken} of ${clips}.`);
    },
  });
  await wakeWord.close();
  show("wake-word", wakeWordTable(figures));
}

async function latency(): Promise<void> {
  note("Starting a home.");
  const gateway = await startGateway(configSchema.parse({ port: 0 }), { logger: silentLogger });
  const textToSpeech = createTextToSpeech({ kind: "flite", voice: "slt" });
  try {
    await Promise.all([gateway.settled, gateway.voice.load(note)]);
    const texts = ["turn on the kitchen light", "turn off the kitchen light", "what time is it"];
    const recordings: Float32Array[] = [];
    for (const text of [...texts, ...texts, ...texts, ...texts])
      recordings.push((await record(text, textToSpeech)).samples);
    note(`Speaking ${recordings.length} commands in real time.`);
    // The first one pays for everything that is done once.
    await measureLatency(gateway.voice, recordings.slice(0, 1));
    show("latency", latencyTable(await measureLatency(gateway.voice, recordings)));
  } finally {
    await Promise.all([gateway.close(), textToSpeech.close()]);
  }
}

/** Each table stands in the document between two comments with its name. */
function write(): void {
  const file = new URL("../../docs/voice.md", import.meta.url);
  let text = readFileSync(file, "utf8");
  for (const [name, table] of sections) {
    const place = new RegExp(`(<!-- ${name} -->)[^]*?(<!-- end -->)`);
    text = text.replace(place, (_, start: string, end: string) => `${start}\n\n${table}\n\n${end}`);
  }
  writeFileSync(file, text);
}

if (has("--help") || has("-h")) process.stdout.write(help);
else {
  note(`${cpus().length} cores (${cpus()[0]?.model.trim() || process.arch}), Node ${process.version}`);
  if (wanted("latency")) await latency();
  if (wanted("recognition")) await recognition();
  if (wanted("wake-word")) await wakeWords();
  if (has("--write")) write();
}
