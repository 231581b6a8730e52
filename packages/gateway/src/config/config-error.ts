/** Settings that cannot be used; the message names each key and where it came from. */
export class ConfigError extends Error {
  override name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], { cause }: { cause?: unknown } = {}) {
    super(
      problems.length === 1
        ? `The configuration cannot be used: ${problems[0]}`
        : `The configuration cannot be used:\n${problems.map((problem) => `- ${problem}`).join("\n")}`,
      { cause },
    );
    this.problems = problems;
  }
}
