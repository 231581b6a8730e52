import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { contenders } from "./contenders.js";
import { runProcess, startServer } from "./measure.js";
import { readOptions } from "./options.js";
import { benchFolder, nodeVersion, prepare, versionOf } from "./prepare.js";
import { writeReport } from "./report.js";
import { summarize } from "./summary.js";
import { tables } from "./table.js";
import { workloads } from "./workloads.js";

const options = readOptions();
prepare({ antiphon: options.antiphon, onStep: (step) => console.error(`• ${step}`) });

const server = await startServer();
const cells = new Map();
// Rounds are outermost, so that a noisy minute of the machine hits everyone.
for (let round = 1; round <= options.rounds; round++) {
  for (const workload of options.workloads) {
    for (const contender of options.contenders) {
      const { executor } = workloads.get(workload);
      if (executor && contender !== "limit" && contender !== "antiphon") continue;
      await runCell({ workload, contender, round });
    }
  }
}
server.close();

const results = {
  date: new Date().toISOString(),
  command: `npm run bench -- ${process.argv.slice(2).join(" ")}`.replace(/ --\s*$/, ""),
  machine: {
    cpu: cpuName(),
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: nodeVersion(),
  },
  versions: Object.fromEntries(
    options.contenders.map((name) => [
      name,
      Object.fromEntries(
        contenders.get(name).packages.map((packageName) => [packageName, versionOf(packageName)]),
      ),
    ]),
  ),
  cells: [...cells.values()].map(summarize),
};
if (options.docs) {
  mkdirSync(join(benchFolder, "results"), { recursive: true });
  writeFileSync(join(benchFolder, "results/latest.json"), `${JSON.stringify(results, undefined, 2)}\n`);
  writeReport(results);
}
console.log(tables(results));

async function runCell({ workload, contender, round }) {
  const key = `${workload} ${contender}`;
  let cell = cells.get(key);
  if (!cell) cells.set(key, (cell = { workload, contender, samples: [], peaksMb: [] }));
  // What failed once for a reason fails again.
  if (cell.failure) return;
  const plan = planFor(workloads.get(workload));
  const outcome = await runProcess(
    { contender, workload, baseUrl: server.baseUrl, plan },
    { timeoutMs: options.quick ? 60_000 : 120_000 },
  );
  if (outcome.failure) {
    cell.failure = outcome.failure;
  } else {
    cell.samples.push(...outcome.samples);
    cell.peaksMb.push(outcome.peakMb);
  }
  const { cpuMs } = summarize(cell);
  console.error(
    `${round}/${options.rounds} ${workload} ${contender}: ${cell.failure ?? `${cpuMs.toPrecision(3)} ms CPU`}`,
  );
}

function planFor({ growth }) {
  const scale = options.quick ? 0.3 : 1;
  const warmUp = { cpuMs: 3_000 * scale, wallMs: 8_000 * scale };
  if (growth) return { warmUp, batch: { cpuMs: 300 * scale, wallMs: 2_000 }, batches: 2 };
  return { warmUp, batch: { cpuMs: 400 * scale, wallMs: 2_000 * scale }, batches: options.quick ? 3 : 5 };
}

function cpuName() {
  const [first] = cpus();
  return first?.model && first.model !== "unknown" ? first.model : process.arch;
}
