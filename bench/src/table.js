import { contenders } from "./contenders.js";
import { byWorkload, number, ratios } from "./summary.js";
import { workloads } from "./workloads.js";

/** What is printed: one table per workload. */
export function tables({ cells, machine }) {
  const parts = [`CPU time per conversation. ${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`];
  for (const [name, group] of byWorkload(cells)) {
    parts.push("", `${name}: ${workloads.get(name).title}`, ...align(rows(group)));
  }
  return parts.join("\n");
}

function rows(group) {
  const { executor, growth } = workloads.get(group[0].workload);
  const unit = executor ? "µs CPU/call" : "ms CPU";
  const header = ["", unit, "range", growth ? "µs/chunk" : "ms wall", "MB peak", "× limit", "× best other"];
  return [
    header,
    ...group.map((cell) => {
      const { label } = contenders.get(cell.contender);
      const shown = executor && cell.contender === "limit" ? "tool.invoke" : label;
      if (cell.cpuMs === undefined) return [shown, `cannot run: ${cell.failure}`];
      const { toLimit, toBestOther } = ratios(cell, group);
      return [
        shown,
        number(cell.cpuMs),
        cell.cpuRangeMs.map(number).join("–"),
        number(growth ? cell.cpuPerChunkUs : cell.wallMs),
        number(cell.peakMb),
        number(toLimit),
        number(toBestOther),
      ];
    }),
  ];
}

function align(table) {
  const widths = table[0].map((_, column) =>
    Math.max(...table.filter((row) => row.length > 2).map((row) => (row[column] ?? "").length)),
  );
  const first = Math.max(...table.map(([label]) => label.length));
  return table.map(([label, ...figures]) =>
    figures.length === 1
      ? `  ${label.padEnd(first)}  ${figures[0]}`
      : `  ${label.padEnd(first)}  ${figures.map((figure, i) => figure.padStart(widths[i + 1])).join("  ")}`,
  );
}
