import { ModelError, type ModelErrorKind } from "antiphon";

/** Why the model gave no answer, in a sentence that is fit for a person. */
export interface ModelFailure {
  readonly kind: ModelErrorKind;
  readonly message: string;
}

const longest = 500;

export function modelFailure(error: unknown): ModelFailure {
  const kind = error instanceof ModelError ? error.kind : "other";
  const words = error instanceof Error ? error.message : String(error);
  // One line: what follows it may be a stack or a provider's whole page.
  const [line = ""] = words.trim().split("\n");
  return { kind, message: line.slice(0, longest) || "The model failed without saying why." };
}
