import { openers, type Social } from "./openers.ts";

/** One thing that is asked for. */
export interface Clause {
  readonly words: readonly string[];
  readonly question: boolean;
  /** It began with "I want", "make sure" or the like: what follows is a wish, not a statement. */
  readonly wish: boolean;
  /** What stands between it and the next clause. */
  readonly joint: string;
}

export interface Sentence {
  readonly clauses: readonly Clause[];
  /** Greetings and remarks that were taken off. */
  readonly social: readonly Social[];
}

const joints = new Set([",", ".", "?", "and", "then", "plus"]);
const prepositions = new Set(["in", "at", "by", "to", "for", "from", "please", "inside"]);
const questionStarts = new Set(
  "is are was were what which how does did have has where who whom whose why when tell check show list name should am".split(
    " ",
  ),
);
const questionPhrases =
  "let me know|i want to know|i would like to know|find out|see if|see whether|do you know|can you tell|read me|read the|report|verify|give me the status|give me the temperature|give me the humidity|give me a list|get me the|get the temperature|get the status|status of|state of|temperature in|temperature of|humidity in|any lights|anything on|current temperature|room temperature|the temperature in|display the|battery level of|battery status|do i|do we|do you|do any|give me the current|current volume|volume level|current".split(
    "|",
  );

/** Cuts a normalised sentence where one thing ends and the next begins. */
export function splitClauses(tokens: readonly string[]): Sentence {
  const pieces: { words: string[]; joint: string }[] = [{ words: [], joint: "." }];
  for (const token of tokens) {
    const piece = pieces.at(-1);
    if (!joints.has(token)) piece?.words.push(token);
    else if (piece && piece.words.length > 0) {
      piece.joint = token;
      pieces.push({ words: [], joint: "." });
    } else if (piece && token === "?") piece.joint = token;
  }
  const social: Social[] = [];
  const clauses = joinPlaces(pieces).flatMap(({ words, joint }): Clause[] => {
    const { rest, wish, remarks } = stripOpeners(words);
    social.push(...remarks);
    return rest.length === 0
      ? []
      : [{ words: rest, wish, joint, question: isQuestion(rest, { joint, wish }) }];
  });
  return { clauses, social };
}

/** "In the kitchen, turn off the lights" and "turn off the lights, in the kitchen" are one thing each. */
function joinPlaces(
  pieces: readonly { words: string[]; joint: string }[],
): { words: string[]; joint: string }[] {
  const result: { words: string[]; joint: string }[] = [];
  for (const piece of pieces) {
    const before = result.at(-1);
    const isPlace = prepositions.has(piece.words[0] ?? "") && piece.words.length < 6;
    const wasPlace = before && prepositions.has(before.words[0] ?? "") && before.words.length < 6;
    if (before?.joint === "," && (isPlace || wasPlace)) {
      before.words.push(...piece.words);
      before.joint = piece.joint;
    } else result.push({ words: [...piece.words], joint: piece.joint });
  }
  return result;
}

/** Politeness, names of assistants and remarks at the start, as many as there are. */
function stripOpeners(words: readonly string[]): {
  rest: readonly string[];
  wish: boolean;
  remarks: Social[];
} {
  let rest = words;
  let wish = false;
  const remarks: Social[] = [];
  for (;;) {
    const text = rest.join(" ");
    const found = openers.find(({ words: opener }) => opener.every((word, i) => rest[i] === word));
    const passive = /^(can|could|may|might) (?!you\b|we\b|i\b).*\bbe\b/.test(text);
    if (passive) {
      rest = rest.slice(1);
      wish = true;
      continue;
    }
    // "have i left the lights on", "i want to know": questions that begin like a wish.
    if (!found || /^have (i|we)\b/.test(text) || questionPhrases.some((phrase) => text.startsWith(phrase)))
      return { ...stripClosers(rest, remarks), wish };
    rest = rest.slice(found.words.length);
    wish ||= found.wish === true;
    if (found.social) remarks.push(found.social);
  }
}

/** "turn off the lights i am going to bed" */
function stripClosers(
  words: readonly string[],
  remarks: Social[],
): { rest: readonly string[]; remarks: Social[] } {
  const found = openers.find(
    ({ words: closer, social }) =>
      social === "statement" &&
      closer.length < words.length &&
      closer.every((word, i) => words[words.length - closer.length + i] === word),
  );
  return found
    ? { rest: words.slice(0, -found.words.length), remarks: [...remarks, "statement"] }
    : { rest: words, remarks };
}

function isQuestion(words: readonly string[], { joint, wish }: { joint: string; wish: boolean }): boolean {
  const text = words.join(" ");
  if (questionPhrases.some((phrase) => text.startsWith(phrase))) return true;
  if (wish) return false;
  return questionStarts.has(words[0] ?? "") || (joint === "?" && /\b(is|are|what|which|how)\b/.test(text));
}
