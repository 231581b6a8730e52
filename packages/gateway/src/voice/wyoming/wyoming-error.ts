/** A Wyoming service that is not there, says nothing, or says what makes no sense. The message is for people. */
export class WyomingError extends Error {
  override readonly name = "WyomingError";
}
