/** Letters that do not come apart into a plain letter and a mark. */
const plainLetters = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["Æ", "Ae"],
  ["œ", "oe"],
  ["Œ", "Oe"],
  ["ø", "o"],
  ["Ø", "O"],
  ["đ", "d"],
  ["Đ", "D"],
  ["ð", "d"],
  ["þ", "th"],
  ["ł", "l"],
  ["Ł", "L"],
  ["ı", "i"],
  ["’", "'"],
  ["‘", "'"],
  ["–", ", "],
  ["—", ", "],
  ["…", "."],
]);

/**
 * A text in the letters that flite can read, which are those of English: accents are left out, and what belongs
 * to another script is silent.
 */
export function fliteText(text: string): string {
  return text
    .replace(/[^\p{ASCII}]/gu, (letter) => plainLetters.get(letter) ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x21-\x7e]+/g, " ")
    .trim();
}
