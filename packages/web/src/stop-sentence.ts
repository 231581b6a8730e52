const sentences = new Map([
  ["tool-limit", "The limit of tool rounds was reached, so the answer was given without further tools."],
  ["length", "The answer was cut off: the model reached its limit of length."],
  ["content-filter", "The model's provider withheld the answer."],
  ["empty", "The model had nothing to say. Try to put it differently."],
  ["aborted", "Stopped."],
]);

/** What a person should know about how a run ended; nothing when it simply answered. */
export function stopSentence(stopReason: string): string | undefined {
  return sentences.get(stopReason);
}
