import { parseBlocks, parseInline, type Block } from "../rich-text.ts";

export function RichText({ text }: { readonly text: string }) {
  return (
    <div className="rich-text">
      {parseBlocks(text).map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.type === "code") {
    return (
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.type === "heading") {
    return (
      <p className="rich-heading">
        <InlineText text={block.text} />
      </p>
    );
  }
  if (block.type === "paragraph") {
    return (
      <p>
        <InlineText text={block.text} />
      </p>
    );
  }
  const List = block.ordered ? "ol" : "ul";
  return (
    <List>
      {block.items.map((item, index) => (
        <li key={index}>
          <InlineText text={item} />
        </li>
      ))}
    </List>
  );
}

function InlineText({ text }: { readonly text: string }) {
  return parseInline(text).map((part, index) => {
    switch (part.type) {
      case "text":
        return part.text;
      case "strong":
        return <strong key={index}>{part.text}</strong>;
      case "emphasis":
        return <em key={index}>{part.text}</em>;
      case "code":
        return <code key={index}>{part.text}</code>;
      default:
        return (
          <a key={index} href={part.href} target="_blank" rel="noreferrer noopener">
            {part.text}
          </a>
        );
    }
  });
}
