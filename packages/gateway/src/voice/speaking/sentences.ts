import { clausesOf } from "./clauses.ts";
import { hasWords } from "./has-words.ts";
import { speakable } from "./speakable.ts";
import { codeSentence, detailsSentence, JsonDepth } from "./structured-data.ts";

/** A sentence that is longer is cut where one would breathe. */
const longest = 240;
/** Text without a space, as in an endless address, is cut only here. */
const longestWord = 2_000;
const fence = "```";

/** After these a full stop does not end a sentence. Two sentences in one do no harm, half a sentence does. */
const abbreviations =
  /(?:^|[\s("'[*_])(?:\p{L}|(?:\p{L}\.)+\p{L}|dr|mr|mrs|ms|prof|st|sr|jr|vs|approx|ca|fig|inc|ltd|dept|est|mt|ft|e\.g|i\.e|a\.m|p\.m)\.$/iu;

/** What can be heard of a text that comes in pieces, sentence by sentence, each as soon as it is complete. */
export async function* sentences(deltas: AsyncIterable<string>): AsyncGenerator<string, void> {
  const splitter = new SentenceSplitter();
  let last = "";
  const heard = (raw: string): string | undefined => {
    const sentence = speakable(raw);
    // Several blocks in a row are one thing to look at.
    const repeated = sentence === last && (sentence === detailsSentence || sentence === codeSentence);
    if (sentence === "" || repeated) return undefined;
    last = sentence;
    return sentence;
  };
  for await (const delta of deltas) {
    for (let index = 0; index < delta.length; index++) {
      for (const raw of splitter.push(delta[index] as string)) {
        const sentence = heard(raw);
        if (sentence !== undefined) yield sentence;
      }
    }
  }
  for (const raw of splitter.end()) {
    const sentence = heard(raw);
    if (sentence !== undefined) yield sentence;
  }
}

/**
 * Cuts raw text, character by character, so that it does not matter in which pieces it came. Code blocks and
 * JSON stay whole: they end where they close, however many full stops and lines they hold.
 */
class SentenceSplitter {
  #text = "";
  #json: JsonDepth | undefined;
  #inFence = false;
  /** Inside inline code or the text of a link nothing ends before the line does. */
  #ticks = 0;
  #brackets = 0;
  #lastVisible = { character: "", position: 0 };

  push(character: string): string[] {
    this.#text += character;
    if (this.#inFence)
      return this.#text.length > fence.length * 2 && this.#text.endsWith(fence) ? this.#cut() : [];
    if (this.#json) return this.#json.after(character) === 0 ? this.#cut() : [];
    if (this.#text.endsWith(fence)) {
      this.#inFence = true;
      return this.#cutBefore(this.#text.length - fence.length);
    }
    return this.#prose(character);
  }

  end(): string[] {
    return this.#text === "" ? [] : this.#cut();
  }

  #prose(character: string): string[] {
    const { character: previous, position } = this.#lastVisible;
    const opensJson =
      (previous === "{" && /["'}]/.test(character)) || (previous === "[" && /["{]/.test(character));
    if (opensJson) return this.#beginJson(position);
    const blank = /\s/.test(character);
    if (!blank) this.#lastVisible = { character, position: this.#text.length - 1 };
    if (character === "`") this.#ticks++;
    if (character === "[") this.#brackets++;
    if (character === "]" && this.#brackets > 0) this.#brackets--;
    // A line that ends with an opening bracket goes on below.
    if (character === "\n") return previous === "{" || previous === "[" ? [] : this.#cut();
    if (/[。！？]/.test(character)) return this.#cut();
    if (blank && this.#ended()) return this.#cut();
    if (this.#text.length > longest) return this.#shorten();
    return [];
  }

  #ended(): boolean {
    if (this.#ticks % 2 === 1 || this.#brackets > 0) return false;
    const tail = this.#text
      .slice(-24)
      .trimEnd()
      .replace(/["')\]*_”’`]+$/, "");
    if (/[!?…]$/.test(tail)) return true;
    if (!tail.endsWith(".") || abbreviations.test(tail)) return false;
    // "2." at the beginning is the number of an item.
    return !/^[\s>#*_-]*\d{1,3}\.$/.test(this.#text.trimEnd());
  }

  #beginJson(start: number): string[] {
    const before = this.#cutBefore(start);
    this.#json = new JsonDepth();
    let depth = 0;
    for (const character of this.#text) depth = this.#json.after(character);
    return depth === 0 ? [...before, ...this.#cut()] : before;
  }

  #shorten(): string[] {
    const start = this.#text.length - this.#text.trimStart().length;
    const length = this.#text.length - start;
    if (length <= longest || (length <= longestWord && !/\s/.test(this.#text.slice(start)))) return [];
    const [head = ""] = clausesOf(this.#text, { most: longest });
    return this.#cutBefore(start + head.length);
  }

  #cut(): string[] {
    return this.#cutBefore(this.#text.length);
  }

  #cutBefore(position: number): string[] {
    const head = this.#text.slice(0, position);
    const whole = position === this.#text.length;
    this.#text = this.#text.slice(position);
    this.#ticks = 0;
    this.#brackets = 0;
    this.#lastVisible = { character: "", position: 0 };
    if (whole) {
      this.#json = undefined;
      this.#inFence = false;
    }
    return hasWords(head) || head.includes(fence) || /[{[]/.test(head) ? [head] : [];
  }
}
