import type { WakeWordFigures } from "../../training/src/evaluate-wake-word.ts";
import type { LatencyFigures, Stages } from "./latency.ts";
import type { RecognitionFigures } from "./recognition.ts";

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const ms = (value: number): string => `${Math.round(value)} ms`;

export function recognitionTable(figures: readonly RecognitionFigures[]): string {
  return table(
    ["speech", "sentences", "word error rate", "sentences without a mistake", "median time"],
    figures.map(({ source, sentences, wordErrorRate, exact, medianMs }) => [
      source,
      String(sentences),
      percent(wordErrorRate),
      `${exact} (${percent(exact / sentences)})`,
      ms(medianMs),
    ]),
  );
}

export function wakeWordTable(figures: readonly WakeWordFigures[]): string {
  return table(
    ["set", "should wake", "clips", "woke", "speech"],
    figures.map(({ set, wanted, clips, woken, seconds }) => [
      set,
      wanted ? "yes" : "no",
      String(clips),
      `${woken} (${percent(woken / clips)})`,
      `${Math.round(seconds)} s`,
    ]),
  );
}

export function latencyTable({ commands, median, slowest }: LatencyFigures): string {
  const row = (name: string, { text, firstToken, firstAudio }: Stages): string[] => [
    name,
    ms(text),
    ms(firstToken),
    ms(firstAudio),
  ];
  return table(
    [`after the end of speech (${commands} commands)`, "text", "first token", "first audio"],
    [row("median", median), row("slowest", slowest)],
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
