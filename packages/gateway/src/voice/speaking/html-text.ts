const entities = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["deg", "°"],
  ["euro", "€"],
  ["pound", "£"],
  ["percnt", "%"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["lsquo", "'"],
  ["rsquo", "'"],
  ["ldquo", '"'],
  ["rdquo", '"'],
  ["times", "×"],
  ["plusmn", "±"],
  ["sup2", "²"],
  ["sup3", "³"],
  ["micro", "µ"],
  ["middot", "·"],
]);

/** HTML's tags left out and its entities as the characters they stand for. */
export function withoutHtml(text: string): string {
  return text
    .replace(/<!--[^]*?-->/g, " ")
    .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, " ")
    .replace(/<\/?(?:br|p|li|ul|ol|tr|div|h[1-6]|table)\b[^<>]*>/gi, "\n")
    .replace(/<\/?[a-z][a-z0-9-]*(?:\s[^<>]*|\/)?>/gi, "")
    .replace(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}[23]?));/gi,
      (entity, decimal, hexadecimal, name) => {
        if (name !== undefined) return entities.get(String(name).toLowerCase()) ?? " ";
        const code = decimal !== undefined ? Number(decimal) : Number.parseInt(String(hexadecimal), 16);
        return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
          ? String.fromCodePoint(code)
          : " ";
      },
    );
}
