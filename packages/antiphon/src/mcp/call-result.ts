import { isRecord } from "../tools/tool.ts";
import { Failure } from "../tools/tool-failure.ts";

type Block = Record<string, unknown>;

/**
 * The answer of `tools/call` as LangChain's `[content, artifact]`: text for the model, and everything else
 * (images, audio, resources, links, structured content) as MCP blocks for the program. A result that the
 * server marks as an error is thrown in the server's own words.
 */
export function toContentAndArtifact(result: Record<string, unknown>, tool: string): [string, unknown] {
  const blocks = Array.isArray(result["content"]) ? result["content"].filter(isRecord) : [];
  const structured = result["structuredContent"];
  const text =
    blocks.map(blockText).join("\n") || (structured === undefined ? "" : JSON.stringify(structured));
  if (result["isError"] === true) throw new Failure("other", serverWords(text, tool));

  const artifact: Block[] = blocks.filter((block) => block["type"] !== "text");
  if (structured !== undefined) artifact.push({ type: "mcp_structured_content", data: structured });
  if (isRecord(result["_meta"])) artifact.push({ type: "mcp_meta", data: result["_meta"] });
  return [text || "Done.", artifact.length > 0 ? artifact : undefined];
}

function serverWords(text: string, tool: string): string {
  const words = text.replace(/^(Error:\s*)+/, "").trim();
  return words || `The tool "${tool}" reported an error without saying which.`;
}

function blockText(block: Block): string {
  const resource = isRecord(block["resource"]) ? block["resource"] : block;
  const text = block["text"] ?? resource["text"];
  if (typeof text === "string") return text;
  const facts = [resource["name"], resource["mimeType"], resource["uri"], resource["description"]];
  return `[${[block["type"], ...facts].filter((fact) => typeof fact === "string").join(" ")}]`;
}
