import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runProcess, startServer } from "./measure.js";
import { benchFolder, prepare } from "./prepare.js";

/** Where a contender's time goes once it is warm: self time by package and by function. */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "voice,long-text,long-arguments,deep,executor" },
    contender: { type: "string", default: "antiphon" },
    antiphon: { type: "string" },
    top: { type: "string", default: "30" },
  },
});

prepare({ antiphon: values.antiphon, onStep: (step) => console.error(`• ${step}`) });
mkdirSync(join(benchFolder, "results/profiles"), { recursive: true });
const server = await startServer();
for (const workload of values.only.split(",")) {
  const file = join(benchFolder, `results/profiles/${values.contender}-${workload}.cpuprofile`);
  const plan = {
    warmUp: { cpuMs: 5_000, wallMs: 20_000 },
    batch: { cpuMs: 5_000, wallMs: 20_000 },
    batches: 1,
    profile: file,
  };
  const outcome = await runProcess(
    { contender: values.contender, workload, baseUrl: server.baseUrl, plan },
    { timeoutMs: 120_000 },
  );
  if (outcome.failure) throw new Error(outcome.failure);
  print(workload, JSON.parse(readFileSync(file, "utf8")), outcome.samples[0].cpuMs);
}
server.close();

function print(workload, { nodes, samples, timeDeltas }, cpuMs) {
  const byFunction = new Map();
  const byPackage = new Map();
  let total = 0;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  samples.forEach((id, i) => {
    const { functionName, url, lineNumber } = frames.get(id);
    if (functionName === "(idle)") return;
    const time = timeDeltas[i];
    const place = placeOf(url);
    total += time;
    add(byFunction, `${functionName || "(anonymous)"}  ${url ? `${place}:${lineNumber + 1}` : ""}`, time);
    add(byPackage, url ? packageOf(place) : functionName.startsWith("(") ? functionName : "native", time);
  });
  console.log(
    `\n${workload}, ${values.contender}: ${cpuMs.toFixed(3)} ms CPU with the profiler on; self time without idle`,
  );
  list(byPackage, total, 12);
  console.log("  by function");
  list(byFunction, total, Number(values.top));
}

function list(times, total, count) {
  for (const [key, time] of [...times].sort(([, a], [, b]) => b - a).slice(0, count))
    console.log(`${((time / total) * 100).toFixed(1).padStart(6)} %  ${key}`);
}

function add(map, key, time) {
  map.set(key, (map.get(key) ?? 0) + time);
}

function placeOf(url) {
  return url.replace(/^.*node_modules\//, "").replace(/^file:.*\/bench\//, "bench/");
}

function packageOf(place) {
  if (place.startsWith("wasm:")) return "node: HTTP parser (wasm)";
  if (place.startsWith("node:")) return place.includes("undici") ? "node: undici" : "node: other";
  return place
    .split("/")
    .slice(0, place.startsWith("@") ? 2 : 1)
    .join("/");
}
