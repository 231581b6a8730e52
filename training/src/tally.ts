import type { EmbeddedScene } from "./examples.ts";

/** The best score of a scene, as the detector scores: the mean of two steps. */
export function bestScore(
  scene: EmbeddedScene,
  score: (scene: EmbeddedScene, step: number) => number,
): number {
  let before = 0;
  let best = 0;
  for (let step = 0; step < scene.steps; step++) {
    const now = score(scene, step);
    best = Math.max(best, (before + now) / 2);
    before = now;
  }
  return best;
}

/** In how many scenes of each kind the phrase is heard: "wake 199/202, near-miss 1/293". */
export function tally(scored: readonly { kind: string; best: number }[], threshold: number): string {
  const kinds = [...new Set(scored.map(({ kind }) => kind))].sort();
  return kinds
    .map((kind) => {
      const all = scored.filter((one) => one.kind === kind);
      return `${kind} ${all.filter(({ best }) => best >= threshold).length}/${all.length}`;
    })
    .join(", ");
}
