import { useState } from "react";

/** Longer results are folded, so that the conversation stays readable. */
const foldAfter = 320;

export function ToolResult({ content, failed }: { readonly content: string; readonly failed: boolean }) {
  const [open, setOpen] = useState(false);
  const text = failed ? content.replace(/^error:\s*/i, "") : content;
  if (!text) return null;
  const long = text.length > foldAfter || text.split("\n").length > 3;
  return (
    <div className="tool-result" data-testid="tool-result">
      <p className={long && !open ? "folded" : undefined}>
        {failed && <span className="visually-hidden">Failed: </span>}
        {text}
      </p>
      {long && (
        <button type="button" className="text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Show less" : "Show all"}
        </button>
      )}
    </div>
  );
}
