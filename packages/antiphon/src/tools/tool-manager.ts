import { ToolDefinitionError } from "../errors.ts";
import { stderrLogger, unfailing, type Logger } from "../logger.ts";
import type { Tool } from "./tool.ts";

export interface ToolManagerOptions {
  /** @default warnings and errors on stderr */
  logger?: Logger;
}

/** Which tools exist now: one plain array, in LangChain's own form, MCP tools and custom tools together. */
export class ToolManager {
  /** The array itself, for `bindTools`. It changes in place when tools come and go. */
  readonly tools: Tool[] = [];
  readonly #logger: Logger;

  constructor({ logger = stderrLogger }: ToolManagerOptions = {}) {
    this.#logger = unfailing(logger);
  }

  /** Refuses a tool that a model could not use; a name that exists is replaced, with a warning. */
  add(...tools: readonly Tool[]): this {
    for (const tool of tools) {
      assertUsable(tool);
      const position = this.tools.findIndex((known) => known.name === tool.name);
      if (position === -1) {
        this.tools.push(tool);
      } else {
        this.#logger.warn({ tool: tool.name }, "A tool of this name exists already and is replaced");
        this.tools[position] = tool;
      }
    }
    return this;
  }

  /** Returns whether there was such a tool. */
  remove(name: string): boolean {
    const position = this.tools.findIndex((tool) => isNamed(tool, name));
    if (position !== -1) this.tools.splice(position, 1);
    return position !== -1;
  }

  find(name: string): Tool | undefined {
    return this.tools.find((tool) => isNamed(tool, name));
  }
}

function isNamed(tool: Tool, name: string): boolean {
  return tool.name === name || tool.lc_name === name;
}

function assertUsable(tool: Tool): void {
  if (typeof tool !== "object" || tool === null)
    throw new ToolDefinitionError(String(tool), "members at all");
  const name = isText(tool.name) ? tool.name : "(unnamed)";
  if (!isText(tool.name)) throw new ToolDefinitionError(name, "name");
  if (!isText(tool.description)) throw new ToolDefinitionError(name, "human-readable description");
  if (typeof tool.schema !== "object" || tool.schema === null)
    throw new ToolDefinitionError(name, "parameter schema");
  if (typeof tool.invoke !== "function") throw new ToolDefinitionError(name, "invoke() method");
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
