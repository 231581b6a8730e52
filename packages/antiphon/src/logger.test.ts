import { afterEach, expect, test, vi } from "vitest";
import { isEnabled, silentLogger, stderrLogger, unfailing, type Logger } from "./logger.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function capture(): string[] {
  const written: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  return written;
}

test("warnings and errors are one JSON line each on stderr, nothing else is written [L1]", () => {
  const written = capture();
  stderrLogger.debug({ a: 1 }, "debug");
  stderrLogger.info({ a: 1 }, "info");
  stderrLogger.warn({ callId: "call_1", text: "two\nlines" }, "Slow tool");
  stderrLogger.error({ error: new Error("no"), count: 10n }, "Tool failed");
  expect(written).toHaveLength(2);
  expect(written.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: "warn", message: "Slow tool", callId: "call_1", text: "two\nlines" },
    { level: "error", message: "Tool failed", error: "no", count: "10" },
  ]);
});

test("secrets are redacted in what is written, by name and inside texts [L1]", () => {
  const written = capture();
  const error = new Error("mqtt://home:hunter2@broker refused");
  stderrLogger.warn({ deep: [{ apiKey: "hunter2" }], note: "password=hunter2", error }, "Connection failed");
  expect(written.join("")).not.toContain("hunter2");
  expect(JSON.parse(written[0] ?? "")).toMatchObject({ deep: [{ apiKey: "[redacted]" }] });
});

test("fields that cannot be written do not swallow the event [L1]", () => {
  const written = capture();
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  stderrLogger.error(circular, "Tool failed");
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    { level: "error", message: "Tool failed" },
  ]);
});

test("a logger says which levels it wants; one that says nothing gets everything [L1]", () => {
  expect(isEnabled(stderrLogger, "info")).toBe(false);
  expect(isEnabled(stderrLogger, "warn")).toBe(true);
  expect(isEnabled(silentLogger, "error")).toBe(false);
  const ignore = (): void => {};
  expect(isEnabled({ debug: ignore, info: ignore, warn: ignore, error: ignore }, "debug")).toBe(true);
});

test("an unfailing logger passes everything on, as a method of its logger [L1]", () => {
  class Prefixed implements Logger {
    readonly lines: string[] = [];
    debug = (): void => {};
    info = (): void => {};
    warn(_fields: object, message: string): void {
      this.lines.push(message);
    }
    error(): void {
      throw new Error("disk full");
    }
    isLevelEnabled(): boolean {
      return this.lines.length > 0;
    }
  }
  const prefixed = new Prefixed();
  const logger = unfailing(prefixed);
  expect(isEnabled(logger, "warn")).toBe(false);
  logger.warn({}, "first");
  expect(prefixed.lines).toEqual(["first"]);
  expect(isEnabled(logger, "warn")).toBe(true);
  expect(() => logger.error({}, "second")).not.toThrow();
});
