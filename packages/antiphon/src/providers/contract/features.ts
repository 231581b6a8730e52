/** What the contract's cases are about; the rows of the table in `docs/providers.md`. */
export const features = [
  "text as it arrives",
  "tool calls, one or several at once",
  "arguments in pieces",
  "arguments that cannot be read",
  "ids kept, made where there are none",
  "thinking apart from the answer",
  "thinking goes back to the model",
  "calls written as text",
  "withheld answers reported",
  "token usage summed",
  "cached tokens counted",
  "thinking tokens counted apart",
  "round limit with an answer",
  "cancellation closes the connection",
  "errors in one sentence",
  "retries with Retry-After",
  "servers that do not stream",
  "histories repaired",
  "histories of all six providers",
  "structured answers",
  "health check",
] as const;

export type Feature = (typeof features)[number];
