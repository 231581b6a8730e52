/** A text over the limit keeps head and tail, with a note of what was left out between them. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const head = Math.floor(maxChars * 0.7);
  const tail = maxChars - head;
  const start = text.slice(0, head - (isHighSurrogate(text, head - 1) ? 1 : 0));
  const end = text.slice(text.length - tail + (isHighSurrogate(text, text.length - tail - 1) ? 1 : 0));
  const left = text.length - start.length - end.length;
  return `${start}\n[… ${left} of ${text.length} characters left out …]\n${end}`;
}

function isHighSurrogate(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return code >= 0xd800 && code <= 0xdbff;
}
