/** A single token may be said a few times in a row ("very very"); a longer phrase hardly ever four times. */
const repeatsOfOne = 8;
const repeatsOfMany = 4;
const longestPhrase = 20;

/** How many tokens the phrase has that the list ends with over and over; 0 when it ends with none. */
export function loopLength(tokens: readonly number[]): number {
  for (let length = 1; length <= longestPhrase; length++) {
    const repeats = length === 1 ? repeatsOfOne : repeatsOfMany;
    if (tokens.length < length * repeats) return 0;
    if (tokens.length - loopStart(tokens, length) >= length * repeats) return length;
  }
  return 0;
}

/**
 * The tokens without the loop that they end with: a model that has lost its way says the same for ever. Of a
 * phrase one copy stays, as it may have been said once; a single token is no more than noise.
 */
export function withoutLoop(tokens: readonly number[]): readonly number[] {
  const length = loopLength(tokens);
  if (length === 0) return tokens;
  return tokens.slice(0, loopStart(tokens, length) + (length === 1 ? 0 : length));
}

function loopStart(tokens: readonly number[], length: number): number {
  let start = tokens.length - length;
  while (start > 0 && tokens[start - 1] === tokens[start - 1 + length]) start--;
  return start;
}
