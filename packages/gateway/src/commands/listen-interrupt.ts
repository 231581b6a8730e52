const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface InterruptOptions {
  /** @default process.exit */
  exit?: (code: number) => void;
}

/** Ctrl-C asks for the end; a second one takes it, at once. Returns how to leave the signals alone again. */
export function onInterrupt(
  stop: () => void,
  { exit = (code) => process.exit(code) }: InterruptOptions = {},
): () => void {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) exit(signal === "SIGINT" ? 130 : 143);
    asked = true;
    stop();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** Resolves when all is closed, or the time for it is over: then the end of the process closes the rest. */
export async function closeWithin(closing: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([closing, late]).finally(() => clearTimeout(timer));
}
