/** Whether there is anything in a text to say. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
