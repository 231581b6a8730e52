import { inspect } from "node:util";
import { shorten } from "./shorten.ts";
import { isRecord } from "./tool.ts";

export interface ToolResult {
  /** What the model reads. */
  readonly content: string;
  /** What the program keeps: MCP artifacts, images, the whole of a result that was cut. */
  readonly artifact?: unknown;
  /** The tool itself said that it failed. */
  readonly failed: boolean;
}

export interface ToolResultOptions {
  /** Results longer than this keep head and tail. */
  maxChars: number;
  /** The tool answers with LangChain's or MCP's `[content, artifact]`. */
  contentAndArtifact?: boolean;
}

/** Any value a tool returns, as text for the model. Never throws, never says `[object Object]`. */
export function toToolResult(value: unknown, options: ToolResultOptions): ToolResult {
  try {
    return convert(value, options);
  } catch {
    // Revoked proxies and getters that throw can fail at any step.
    return { content: unshowable, failed: false };
  }
}

const unshowable = "[a value that cannot be shown]";

function convert(value: unknown, { maxChars, contentAndArtifact = false }: ToolResultOptions): ToolResult {
  const { content, artifact, failed } = split(value, contentAndArtifact);
  const text = toText(content);
  const kept = artifact ?? nonTextBlocks(content);
  const short = shorten(text, maxChars);
  // The whole is kept beside the artifact, not instead of it.
  const whole = short === text ? kept : kept === undefined ? text : { whole: text, artifact: kept };
  return whole === undefined ? { content: short, failed } : { content: short, artifact: whole, failed };
}

interface Parts {
  readonly content: unknown;
  readonly artifact?: unknown;
  readonly failed: boolean;
}

function split(value: unknown, contentAndArtifact: boolean): Parts {
  if (isToolMessage(value))
    return {
      content: value.content,
      artifact: unlessEmpty(value.artifact),
      failed: value.status === "error",
    };
  if (Array.isArray(value) && value.length === 2) {
    const [content, artifact] = value as [unknown, unknown];
    if (contentAndArtifact || (typeof content === "string" && isArtifactList(artifact))) {
      return { content, artifact: unlessEmpty(artifact), failed: false };
    }
  }
  return { content: value, failed: false };
}

/** `["London", [51.5, -0.1]]` is data; `["text", [{type: "image", …}]]` is MCP's text and artifacts. */
function isArtifactList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isBlock);
}

/** MCP tools always answer with a list of artifacts. */
function unlessEmpty(artifact: unknown): unknown {
  return Array.isArray(artifact) && artifact.length === 0 ? undefined : artifact;
}

function toText(content: unknown): string {
  switch (typeof content) {
    case "string":
      return content;
    case "undefined":
      return "Done.";
    case "bigint":
    case "boolean":
    case "number":
    case "symbol":
      return String(content);
    case "function":
      return `[function ${content.name}]`;
    case "object":
      return objectText(content);
    default:
      return "";
  }
}

function objectText(content: object | null): string {
  if (content === null) return "null";
  if (isBinary(content)) return binaryText(content);
  if (content instanceof Error) return errorText(content);
  if (Array.isArray(content) && content.length > 0 && content.every(isBlock))
    return content.map(blockText).join("\n");
  try {
    const json = JSON.stringify(content, readable);
    if (json !== undefined) return json;
  } catch {
    // Circular, or a getter throws: shown as a developer would see it.
  }
  try {
    return inspect(content, { depth: 4, maxStringLength: 10_000, maxArrayLength: 200, breakLength: 120 });
  } catch {
    return unshowable;
  }
}

/** What JSON would drop, refuse or blow up, at any depth. `this` holds the value before its `toJSON`. */
function readable(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key];
  if (isBinary(original)) return binaryText(original);
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof Error) return errorText(value);
  return typeof value === "bigint" ? String(value) : value;
}

function isBinary(value: unknown): value is ArrayBufferView | ArrayBuffer {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function binaryText({ byteLength }: ArrayBufferView | ArrayBuffer): string {
  return `[binary data, ${byteLength} bytes]`;
}

function errorText({ message }: Error): string {
  return `Error: ${typeof message === "string" ? message : "no message"}`;
}

interface Block extends Record<string, unknown> {
  readonly type: string;
}

const blockTypes = new Set([
  "audio",
  "file",
  "image",
  "image_url",
  "input_audio",
  "resource",
  "resource_link",
  "text",
  "text-plain",
  "video",
]);

function isBlock(value: unknown): value is Block {
  return isRecord(value) && typeof value["type"] === "string" && blockTypes.has(value["type"]);
}

function blockText(block: Block): string {
  if (typeof block["text"] === "string") return block["text"];
  const resource = isRecord(block["resource"]) ? block["resource"] : block;
  if (typeof resource["text"] === "string") return resource["text"];
  const facts = [resource["mimeType"] ?? resource["mime_type"], resource["uri"] ?? resource["name"]];
  return `[${[block.type, ...facts].filter((fact) => typeof fact === "string").join(" ")}]`;
}

function nonTextBlocks(content: unknown): unknown {
  if (!Array.isArray(content) || content.length === 0 || !content.every(isBlock)) return undefined;
  const blocks = content.filter((block) => block.type !== "text");
  return blocks.length > 0 ? blocks : undefined;
}

interface ToolMessageLike {
  readonly content: unknown;
  readonly artifact?: unknown;
  readonly status?: unknown;
}

/** By LangChain's own mark, which does not depend on the copy of LangChain that made the message. */
function isToolMessage(value: unknown): value is ToolMessageLike {
  return isRecord(value) && value["lc_direct_tool_output"] === true && "content" in value;
}
