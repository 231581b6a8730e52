import { parseArgs } from "node:util";
import { contenders } from "./contenders.js";
import { expand, workloads } from "./workloads.js";

const groups = [
  ...new Set([...workloads.keys()].map((name) => (name.startsWith("growth-") ? "growth" : name))),
];

const help = `Antiphon beside other runtimes and beside a hand-written loop, on the same work.

  npm run bench -- [options]

  --only voice,deep              workloads: ${groups.join(", ")}
  --contenders antiphon,limit    contenders: ${[...contenders.keys()].join(", ")}
  --rounds 2                     how often every cell is run, each time in a new process
  --quick                        one round, short batches: for a first look
  --antiphon FOLDER              a built copy of packages/antiphon to measure instead
  --no-docs                      leave docs/performance.md, its plots and results/latest.json as they are
  --help

Figures are CPU time (user + system) of the contender's process per conversation. The first run installs the
contenders (about 500 MB, Node 24 among them).`;

/** Options as the other files need them; a wrong one ends the process with one sentence. */
export function readOptions() {
  try {
    return parse();
  } catch (error) {
    console.error(`${error.message}\nSee: npm run bench -- --help`);
    process.exit(2);
  }
}

function parse() {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: groups.join(",") },
      contenders: { type: "string", default: [...contenders.keys()].join(",") },
      rounds: { type: "string", default: "2" },
      quick: { type: "boolean", default: false },
      antiphon: { type: "string" },
      "no-docs": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const rounds = values.quick ? 1 : Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error(`--rounds takes a number from 1, not ${values.rounds}.`);
  return {
    workloads: expand(known(values.only, [...new Set([...groups, ...workloads.keys()])], "workload")),
    contenders: known(values.contenders, [...contenders.keys()], "contender"),
    rounds,
    quick: values.quick,
    antiphon: values.antiphon,
    docs: !values["no-docs"],
  };
}

function known(list, names, what) {
  const wanted = list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of wanted)
    if (!names.includes(name)) throw new Error(`No ${what} "${name}". Known: ${names.join(", ")}`);
  return wanted;
}
