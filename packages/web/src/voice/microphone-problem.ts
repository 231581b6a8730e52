const sentences = new Map([
  [
    "NotAllowedError",
    "The microphone is blocked for this page. Allow it in the browser’s settings for this site, beside the address, and try again.",
  ],
  ["NotFoundError", "No microphone was found. Connect one and try again."],
  [
    "NotReadableError",
    "The microphone could not be opened. Another program may be using it, or the system does not let the browser have it.",
  ],
  [
    "SecurityError",
    "The browser gives the microphone only to pages opened over HTTPS or on the gateway’s own computer. Open this page there, or put the gateway behind HTTPS.",
  ],
]);

/** Why the microphone is not there, as a sentence that says what to do. */
export function microphoneProblem(error: unknown): string {
  const known = error instanceof Error ? sentences.get(error.name) : undefined;
  return known ?? "The microphone could not be opened. Try again, or load the page anew.";
}

/** Known before anything is tried: the page was opened in a way that can never have a microphone. */
export function insecurePageProblem(secure: boolean): string | undefined {
  return secure ? undefined : sentences.get("SecurityError");
}
