/** The little Markdown that models write, as data. Everything else stays text; nothing becomes HTML. */
export type Block =
  | { readonly type: "paragraph"; readonly text: string }
  | { readonly type: "heading"; readonly text: string }
  | { readonly type: "list"; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly type: "code"; readonly text: string };

export type Inline =
  | { readonly type: "text" | "strong" | "emphasis" | "code"; readonly text: string }
  | { readonly type: "link"; readonly text: string; readonly href: string };

const fence = /^\s*```/;
const bullet = /^\s*[-*•]\s+(.*)$/;
const number = /^\s*\d+[.)]\s+(.*)$/;
const heading = /^#{1,6}\s+(.*)$/;

export function parseBlocks(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? "";
    if (!line.trim()) continue;
    if (fence.test(line)) {
      const end = lines.findIndex((other, at) => at > index && fence.test(other));
      const stop = end < 0 ? lines.length : end;
      blocks.push({ type: "code", text: lines.slice(index + 1, stop).join("\n") });
      index = stop;
      continue;
    }
    const title = heading.exec(line);
    if (title) {
      blocks.push({ type: "heading", text: title[1] ?? "" });
      continue;
    }
    const item = bullet.exec(line) ?? number.exec(line);
    if (item) addItem(blocks, { ordered: !bullet.test(line), text: item[1] ?? "" });
    else addLine(blocks, line, { joined: index > 0 && Boolean(lines[index - 1]?.trim()) });
  }
  return blocks;
}

function addItem(blocks: Block[], { ordered, text }: { ordered: boolean; text: string }) {
  const last = blocks.at(-1);
  if (last?.type === "list" && last.ordered === ordered)
    blocks[blocks.length - 1] = { ...last, items: [...last.items, text] };
  else blocks.push({ type: "list", ordered, items: [text] });
}

/** Lines without an empty one between them belong to one paragraph. */
function addLine(blocks: Block[], line: string, { joined }: { joined: boolean }) {
  const last = blocks.at(-1);
  if (joined && last?.type === "paragraph")
    blocks[blocks.length - 1] = { type: "paragraph", text: `${last.text}\n${line}` };
  else blocks.push({ type: "paragraph", text: line });
}

const inline =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])\*([^*\s][^*\n]*)\*(?![\w*])|\[([^\]\n]+)\]\((https?:\/\/[^)\s]+)\)/g;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let start = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > start) parts.push({ type: "text", text: text.slice(start, match.index) });
    const [whole, code, strong, emphasis, label, href] = match;
    if (code !== undefined) parts.push({ type: "code", text: code });
    else if (strong !== undefined) parts.push({ type: "strong", text: strong });
    else if (emphasis !== undefined) parts.push({ type: "emphasis", text: emphasis });
    else parts.push({ type: "link", text: label ?? "", href: href ?? "" });
    start = match.index + whole.length;
  }
  if (start < text.length) parts.push({ type: "text", text: text.slice(start) });
  return parts;
}
