import { configKeys, configSchema, variableOf } from "./schema.ts";

/** All settings as a Markdown table: what docs/configuration.md must hold. */
export function settingsTable(): string {
  const defaults = configSchema.parse({});
  const rows = configKeys.map((key) => {
    const value = defaults[key];
    const shown =
      value === undefined || (Array.isArray(value) && value.length === 0) ? "" : `\`${String(value)}\``;
    return [`\`${key}\``, `\`${variableOf(key)}\``, shown, configSchema.shape[key].description ?? ""];
  });
  const table = [["key", "environment", "default", ""], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(3, ...table.map((row) => (row[column] ?? "").length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
