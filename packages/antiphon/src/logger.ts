/** Structured logging with pino's signature, so that a pino logger fits as it is. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Asked before costly fields are made; a logger without it gets everything. */
  isLevelEnabled?(level: LogLevel): boolean;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

const ignore = (): void => {};

/** The default: warnings and errors as one JSON line each on stderr, nothing else. */
export const stderrLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: (fields, message) => writeLine("warn", fields, message),
  error: (fields, message) => writeLine("error", fields, message),
  isLevelEnabled: (level) => level === "warn" || level === "error",
};

export const silentLogger: Logger = {
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  isLevelEnabled: () => false,
};

export function isEnabled(logger: Logger, level: LogLevel): boolean {
  return logger.isLevelEnabled?.(level) ?? true;
}

function writeLine(level: LogLevel, fields: object, message: string): void {
  process.stderr.write(`${JSON.stringify({ level, message, ...fields }, jsonSafe)}\n`);
}

function jsonSafe(_key: string, value: unknown): unknown {
  if (value instanceof Error) return value.message;
  return typeof value === "bigint" ? String(value) : value;
}
