/** Where a command writes; replaced in tests. */
export interface Output {
  /** For results. */
  out: (text: string) => void;
  /** For everything else: progress, notes, failures. */
  note: (text: string) => void;
}

export const processOutput: Output = {
  out: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(text),
};
