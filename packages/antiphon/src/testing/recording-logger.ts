import type { Logger, LogLevel } from "../logger.ts";

/** One recorded event. */
export interface LogLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger that keeps what it is told. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.#record("debug", fields, message);
  }

  info(fields: object, message: string): void {
    this.#record("info", fields, message);
  }

  warn(fields: object, message: string): void {
    this.#record("warn", fields, message);
  }

  error(fields: object, message: string): void {
    this.#record("error", fields, message);
  }

  /** The lines with this message, in order. */
  saying(message: string): LogLine[] {
    return this.lines.filter((line) => line.message === message);
  }

  #record(level: LogLevel, fields: object, message: string): void {
    this.lines.push({ level, message, fields: { ...fields } });
  }
}
