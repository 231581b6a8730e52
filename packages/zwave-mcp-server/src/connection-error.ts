/** The reason in a connection error, on one line: its code where there is one, never credentials. */
export function describeConnectionError(error: Error): string {
  // Node reports a host with several addresses as an AggregateError with an empty message.
  if (error instanceof AggregateError && error.message === "") {
    const [first] = error.errors;
    if (first instanceof Error) return describeConnectionError(first);
  }
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  // OpenSSL puts memory addresses and source lines into its messages, and the words into the reason.
  const reason = "reason" in error && typeof error.reason === "string" ? error.reason : error.message;
  const words = reason.replace(/\s+/g, " ").trim() || error.name;
  return code === undefined || words.includes(code) ? words : `${code}: ${words}`;
}
