/** From the signal to the end it takes no longer than this. */
const closeWithinMs = 1_800;

export interface UntilSignalOptions {
  close: () => Promise<void>;
  note: (text: string) => void;
  /** @default process.exit */
  exit?: (code: number) => void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Resolves when a signal came and everything is closed, or the time for it is over. A second signal ends the
 * process on the spot; what it started ends with it.
 */
export function untilSignal({
  close,
  note,
  exit = (code) => process.exit(code),
}: UntilSignalOptions): Promise<void> {
  return new Promise((resolve) => {
    let ending = false;
    const onSignal = (signal: NodeJS.Signals): void => {
      if (ending) {
        exit(signal === "SIGINT" ? 130 : 143);
        return;
      }
      ending = true;
      note("Ending.\n");
      const timer = setTimeout(() => {
        note("Not everything ended in time; leaving.\n");
        resolve();
      }, closeWithinMs);
      close()
        .catch((error: unknown) => note(`${error instanceof Error ? error.message : String(error)}\n`))
        .finally(() => {
          clearTimeout(timer);
          resolve();
        });
    };
    for (const signal of signals) process.on(signal, onSignal);
  });
}
