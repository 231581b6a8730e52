import { digitsForWords } from "./spoken-numbers.ts";

/** Longer texts are letters, not commands. */
export const longestCommand = 400;

const contractions = new Map(
  Object.entries({
    "what's": "what is",
    whats: "what is",
    "where's": "where is",
    "who's": "who is",
    "how's": "how is",
    hows: "how is",
    "it's": "it is",
    its: "it is",
    "that's": "that is",
    thats: "that is",
    "there's": "there is",
    theres: "there is",
    "i'm": "i am",
    im: "i am",
    "i'd": "i would",
    "i'll": "i will",
    "i've": "i have",
    "let's": "let us",
    lets: "let us",
    "don't": "do not",
    dont: "do not",
    "doesn't": "does not",
    "didn't": "did not",
    "can't": "can not",
    cant: "can not",
    cannot: "can not",
    "won't": "will not",
    "isn't": "is not",
    "aren't": "are not",
    "wasn't": "was not",
    "shouldn't": "should not",
    "couldn't": "could not",
    "wouldn't": "would not",
    "haven't": "have not",
    "we're": "we are",
    "you're": "you are",
    "they're": "they are",
    "o'clock": "oclock",
    gonna: "going to",
    wanna: "want to",
    gotta: "got to",
    gimme: "give me",
    lemme: "let me",
    tv: "television",
    pls: "please",
    plz: "please",
    thx: "thanks",
    ok: "okay",
  }),
);

/**
 * A sentence as lower-case words and the marks "," "." "?": contractions taken apart, numbers in digits,
 * "%" and "°" as words.
 */
export function normalise(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/(\d)\s*°\s*c?\b|(\d)\s*°/g, "$1$2 degrees ")
    .replaceAll("°", " degrees ")
    .replaceAll("%", " percent ")
    .replace(/(\d)\s*(am|pm|percent|degrees)\b/g, "$1 $2")
    .replace(/\b([ap])\.m\.?/g, "$1m")
    .replace(/(\d)[.,](?=\d)/g, "$1\u0000")
    .replace(/[.!;:…]+(?=\s|$)|\n+/g, " . ")
    .replace(/\?+/g, " ? ")
    .replace(/,/g, " , ")
    .replaceAll("\u0000", ".")
    .replace(/[^\p{Letter}\p{Number}\p{Mark}'.,?:+-]+/gu, " ")
    .replace(/(?<=\p{Letter})[-.](?=\p{Letter})|(?<=\p{Letter})-(?=\p{Number})|-(?=\s)/gu, " ")
    .split(" ")
    .filter((word) => word !== "" && word !== "-" && word !== "'")
    .flatMap((word) => (contractions.get(word) ?? word.replaceAll("'", "")).split(" "))
    .filter((word) => word !== "");
  return digitsForWords(words);
}
