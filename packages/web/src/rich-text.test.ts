import { expect, test } from "vitest";
import { parseBlocks, parseInline } from "./rich-text.ts";

test("the little Markdown that models write becomes blocks, and nothing becomes HTML", () => {
  expect(parseBlocks("Hi\nthere\n\n- a\n- b\n1. c\n```js\n<b>\n```\n# T")).toEqual([
    { type: "paragraph", text: "Hi\nthere" },
    { type: "list", ordered: false, items: ["a", "b"] },
    { type: "list", ordered: true, items: ["c"] },
    { type: "code", text: "<b>" },
    { type: "heading", text: "T" },
  ]);
  expect(parseInline("a **b** `c` *d* 2*3*4 [e](https://x.y) [f](javascript:g)")).toEqual([
    { type: "text", text: "a " },
    { type: "strong", text: "b" },
    { type: "text", text: " " },
    { type: "code", text: "c" },
    { type: "text", text: " " },
    { type: "emphasis", text: "d" },
    { type: "text", text: " 2*3*4 " },
    { type: "link", text: "e", href: "https://x.y" },
    { type: "text", text: " [f](javascript:g)" },
  ]);
});

test("a fence that is still open is code already", () => {
  expect(parseBlocks("```\nhalf")).toEqual([{ type: "code", text: "half" }]);
});
