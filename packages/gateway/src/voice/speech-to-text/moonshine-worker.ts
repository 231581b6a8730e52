import { hearingRate } from "../audio/audio.ts";
import { answerRequests, engineData } from "../engine/answer-requests.ts";
import { firstSentence } from "../engine/first-sentence.ts";
import { audibleSound } from "./audible-sound.ts";
import { loadMoonshine, type MoonshineFiles, type MoonshineModel } from "./moonshine-model.ts";
import { quietPieces } from "./quiet-pieces.ts";
import { tidyText } from "./tidy-text.ts";

/** The sound to write down; none to load the model only. */
export type MoonshineRequest = Float32Array | undefined;

const files = await engineData<MoonshineFiles>();
let loading: Promise<MoonshineModel> | undefined;

function loaded(): Promise<MoonshineModel> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<MoonshineModel> {
  const model = await loadMoonshine(files).catch((error: unknown) => {
    throw new Error(`Speech recognition cannot read its model: ${firstSentence(String(error))}`);
  });
  // The first run is the slowest: it is not a person's.
  await model(new Float32Array(hearingRate).map((_, index) => 0.01 * Math.sin(index * index)));
  return model;
}

answerRequests<MoonshineRequest, string>(async (samples, { signal }) => {
  const model = await loaded();
  const texts: string[] = [];
  for (const piece of samples ? quietPieces(samples) : []) {
    const sound = audibleSound(piece);
    const text = sound ? tidyText(await model(sound, { signal })) : "";
    if (text) texts.push(text);
  }
  return texts.join(" ");
});
