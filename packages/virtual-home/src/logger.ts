/** Structured logging with pino's signature, so that a pino logger fits as it is. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const ignore = (): void => {};

export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
