/** What the command ends with. */
export const exitCode = { ok: 0, failure: 1, usage: 2 } as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The person wrote something that cannot be meant; nothing was done. */
export class UsageError extends Error {
  override name = "UsageError";
}
