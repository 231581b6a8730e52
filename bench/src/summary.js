import { contenders } from "./contenders.js";
import { workloads } from "./workloads.js";

/** Medians of all samples, with their range: how much the machine was disturbed is part of the result. */
export function summarize({ workload, contender, samples, peaksMb, failure }) {
  if (samples.length === 0) return { workload, contender, failure: failure ?? "no samples" };
  const cpu = samples.map(({ cpuMs }) => cpuMs).sort((a, b) => a - b);
  const { growth, executor } = workloads.get(workload);
  return {
    workload,
    contender,
    ...(failure && { failure }),
    cpuMs: median(cpu),
    cpuRangeMs: [cpu[0], cpu.at(-1)],
    wallMs: median(samples.map(({ wallMs }) => wallMs)),
    peakMb: Math.max(...peaksMb),
    samples: samples.length,
    ...(samples[0].importMs !== undefined && { importMs: median(samples.map(({ importMs }) => importMs)) }),
    ...(growth && { cpuPerChunkUs: (median(cpu) * 1_000) / growth.size }),
    // A thousand calls are one sample: milliseconds of it are microseconds of a call.
    ...(executor && { cpuPerCallUs: median(cpu) }),
  };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function byWorkload(cells) {
  const groups = new Map();
  for (const cell of cells) {
    if (!groups.has(cell.workload)) groups.set(cell.workload, []);
    groups.get(cell.workload).push(cell);
  }
  return groups;
}

/** How a cell stands beside the hand-written loop and beside the best of the other runtimes. */
export function ratios(cell, cells) {
  const limit = cells.find(({ contender }) => contender === "limit")?.cpuMs;
  const best = bestOther(cells)?.cpuMs;
  return {
    toLimit: cell.cpuMs && limit ? cell.cpuMs / limit : undefined,
    toBestOther: cell.cpuMs && best ? cell.cpuMs / best : undefined,
  };
}

/** The fastest runtime that is neither ours nor written by hand. */
export function bestOther(cells) {
  return cells
    .filter(({ contender, cpuMs }) => contenders.get(contender).other && cpuMs)
    .sort((a, b) => a.cpuMs - b.cpuMs)[0];
}

export function number(value) {
  if (value === undefined) return "";
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
