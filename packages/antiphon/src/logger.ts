import { hidden, isSecretName, redactText } from "./redaction.ts";

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

/** The same logger, except that it never throws: what is logged must not change what happens. */
export function unfailing(logger: Logger): Logger {
  const attempt =
    (level: LogLevel) =>
    (fields: object, message: string): void => {
      try {
        logger[level](fields, message);
      } catch {
        // There is nobody left to tell.
      }
    };
  return {
    debug: attempt("debug"),
    info: attempt("info"),
    warn: attempt("warn"),
    error: attempt("error"),
    isLevelEnabled: (level) => {
      try {
        return isEnabled(logger, level);
      } catch {
        return true;
      }
    },
  };
}

function writeLine(level: LogLevel, fields: object, message: string): void {
  let line: string;
  try {
    line = JSON.stringify({ level, message, ...fields }, fitForLog);
  } catch {
    // Circular, or a getter throws: the event itself is not lost.
    line = JSON.stringify({ level, message });
  }
  process.stderr.write(`${line}\n`);
}

function fitForLog(key: string, value: unknown): unknown {
  if (isSecretName(key)) return hidden;
  if (value instanceof Error) return redactText(value.message);
  if (typeof value === "string") return redactText(value);
  return typeof value === "bigint" ? String(value) : value;
}
