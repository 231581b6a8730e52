import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { contenders } from "./contenders.js";
import { benchFolder } from "./prepare.js";
import { bestOther, byWorkload, number, ratios } from "./summary.js";
import { barPlot, linePlot } from "./svg.js";
import { workloads } from "./workloads.js";

const docs = resolve(benchFolder, "../docs");

/** docs/performance.md and its plots, from the results; what people wrote about them comes from notes.md. */
export function writeReport(results) {
  const folder = join(docs, "performance");
  mkdirSync(folder, { recursive: true });
  const groups = byWorkload(results.cells);
  const sections = [];
  for (const [name, group] of groups) {
    if (workloads.get(name).growth) continue;
    writeFileSync(join(folder, `${name}.svg`), bars(name, group));
    sections.push(section(name, group));
  }
  for (const of of ["text", "arguments"]) {
    const sizes = [...groups].filter(([name]) => workloads.get(name).growth?.of === of);
    if (sizes.length === 0) continue;
    writeFileSync(join(folder, `growth-${of}.svg`), growthLines(of, sizes));
    sections.push(growthSection(of, sizes));
  }
  writeFileSync(join(docs, "performance.md"), page(results, groups, sections));
}

function page({ date, command, machine, versions }, groups, sections) {
  return `# Performance

CPU time (user + system of the contender's process) per conversation, against one scripted server on loopback, all
through the OpenAI chat-completions protocol, streamed, with one zod tool. Made by \`${command}\` on ${date.slice(0, 10)}:
${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node} for everyone.
Figures are medians; the range shows how much the machine was disturbed. The same figures, unrounded, are in
\`bench/results/latest.json\`.

${readFileSync(join(benchFolder, "notes.md"), "utf8").trim()}

## At a glance

${overview(groups)}

${sections.join("\n\n")}

## Versions

${Object.entries(versions)
  .map(
    ([name, packages]) =>
      `- ${contenders.get(name).label}: ${Object.entries(packages)
        .map(([packageName, version]) => `${packageName} ${version}`)
        .join(", ")}`,
  )
  .join("\n")}
`;
}

/** Antiphon on every workload, beside the limit and the best other. */
function overview(groups) {
  const rows = [];
  for (const [name, group] of groups) {
    const own = group.find(({ contender }) => contender === "antiphon");
    if (!own?.cpuMs) continue;
    const limit = group.find(({ contender }) => contender === "limit");
    const best = bestOther(group);
    const { toLimit, toBestOther } = ratios(own, group);
    const unit = workloads.get(name).executor ? "µs" : "ms";
    rows.push([
      name,
      limit?.cpuMs ? `${number(limit.cpuMs)} ${unit}` : "–",
      `${number(own.cpuMs)} ${unit}`,
      best ? `${number(best.cpuMs)} ${unit} (${contenders.get(best.contender).label})` : "–",
      toLimit ? `${number(toLimit)} ×` : "–",
      toBestOther ? `${number(toBestOther)} ×` : "–",
    ]);
  }
  return markdown(
    ["workload", "the limit", "Antiphon", "best other", "to the limit", "to the best other"],
    rows,
  );
}

function section(name, group) {
  const { title, executor, cold } = workloads.get(name);
  const unit = executor ? "µs CPU per call" : "ms CPU";
  const header = [
    "",
    unit,
    "range",
    "ms wall",
    "MB peak",
    "× limit",
    "× best other",
    ...(cold ? ["of which import"] : []),
  ];
  const rows = group.map((cell) => {
    const label = labelOf(cell);
    if (cell.cpuMs === undefined)
      return [label, `cannot run: ${cell.failure}`, ...header.slice(2).map(() => "")];
    const { toLimit, toBestOther } = ratios(cell, group);
    return [
      label,
      number(cell.cpuMs),
      cell.cpuRangeMs.map(number).join("–"),
      // A sample of the executor is a thousand calls.
      executor ? (cell.wallMs / 1_000).toFixed(3) : number(cell.wallMs),
      number(cell.peakMb),
      number(toLimit),
      number(toBestOther),
      ...(cold ? [number(cell.importMs)] : []),
    ];
  });
  return `## ${name}: ${title}\n\n![${name}](performance/${name}.svg)\n\n${markdown(header, rows)}`;
}

function growthSection(of, sizes) {
  const names = contendersOf(sizes);
  const header = [
    "µs CPU per chunk",
    ...sizes.map(([name]) => workloads.get(name).growth.size.toLocaleString("en")),
  ];
  const rows = names.map((contender) => [
    contenders.get(contender).label,
    ...sizes.map(([, group]) => {
      const cell = group.find((entry) => entry.contender === contender);
      return cell?.cpuPerChunkUs ? number(cell.cpuPerChunkUs) : (cell?.failure ?? "–");
    }),
  ]);
  return `## growth of ${of}: cost per chunk\n\n![growth of ${of}](performance/growth-${of}.svg)\n\n${markdown(header, rows)}`;
}

function bars(name, group) {
  const { title, executor } = workloads.get(name);
  const limit = group.find(({ contender }) => contender === "limit")?.cpuMs;
  return barPlot({
    title: `${name}: ${title}`,
    unit: executor ? "µs CPU per call" : "ms CPU per conversation",
    goal: limit && limit * 1.5,
    bars: group.map((cell) => ({
      label: labelOf(cell),
      kind: cell.contender,
      value: cell.cpuMs,
      note:
        cell.cpuMs === undefined ? `cannot run: ${cell.failure}`.slice(0, 80) : barNote(cell.cpuMs, limit),
    })),
  });
}

function barNote(cpuMs, limit) {
  return limit ? `${number(cpuMs)}  (${number(cpuMs / limit)} ×)` : number(cpuMs);
}

function growthLines(of, sizes) {
  return linePlot({
    title: `growth of ${of}: µs CPU per chunk by length of the answer`,
    xLabel: "chunks",
    yLabel: "µs per chunk",
    series: contendersOf(sizes).map((contender) => ({
      label: contenders.get(contender).label,
      kind: contender,
      points: sizes.flatMap(([name, group]) => {
        const cell = group.find((entry) => entry.contender === contender);
        return cell?.cpuPerChunkUs ? [[workloads.get(name).growth.size, cell.cpuPerChunkUs]] : [];
      }),
    })),
  });
}

function contendersOf(sizes) {
  return [...new Set(sizes.flatMap(([, group]) => group.map(({ contender }) => contender)))];
}

function labelOf({ workload, contender }) {
  return workloads.get(workload).executor && contender === "limit"
    ? "tool.invoke"
    : contenders.get(contender).label;
}

function markdown(header, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(line)].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeReport(JSON.parse(readFileSync(join(benchFolder, "results/latest.json"), "utf8")));
