import type { Logger } from "../logger.ts";
import type { Tool } from "../tools/tool.ts";
import type { ToolManager } from "../tools/tool-manager.ts";
import type { LoadedTool } from "./load-tools.ts";

export interface OfferedToolsOptions {
  manager: ToolManager;
  /** In the order of the configuration, which decides who keeps a name that several want. */
  servers: readonly string[];
  logger: Logger;
}

/**
 * The servers' tools in the manager, each under a name of its own. A tool that a server still describes in
 * the same way stays the same object, so that a restart changes nothing for those who hold it.
 */
export class OfferedTools {
  readonly #manager: ToolManager;
  readonly #logger: Logger;
  readonly #byServer: Map<string, readonly LoadedTool[]>;
  #offered = new Map<string, LoadedTool>();

  constructor({ manager, servers, logger }: OfferedToolsOptions) {
    this.#manager = manager;
    this.#logger = logger;
    this.#byServer = new Map(servers.map((server) => [server, []]));
  }

  update(server: string, loaded: readonly LoadedTool[]): void {
    const before = this.#byServer.get(server) ?? [];
    const same = (next: LoadedTool): LoadedTool | undefined =>
      before.find(({ name, fingerprint }) => name === next.name && fingerprint === next.fingerprint);
    this.#byServer.set(
      server,
      loaded.map((next) => same(next) ?? next),
    );
    this.#bringToManager();
  }

  clear(): void {
    for (const server of this.#byServer.keys()) this.#byServer.set(server, []);
    this.#bringToManager();
  }

  #bringToManager(): void {
    const wanted = this.#nameAll();
    for (const [name, entry] of this.#offered) {
      // A tool that somebody else has put in our place is theirs.
      if (wanted.get(name) !== entry && this.#manager.find(name) === entry.tool) this.#manager.remove(name);
    }
    for (const [name, { tool }] of wanted) {
      if (this.#offered.get(name)?.tool === tool) continue;
      tool.name = name;
      this.#manager.add(tool);
    }
    this.#offered = wanted;
  }

  #nameAll(): Map<string, LoadedTool> {
    const ours = new Set<Tool>([...this.#offered.values()].map(({ tool }) => tool));
    const others = this.#manager.tools.filter((tool) => !ours.has(tool));
    const taken = new Set(others.map((tool) => tool.name));
    const named = new Map<string, LoadedTool>();
    for (const [server, entries] of this.#byServer) {
      for (const entry of entries) {
        const name = this.#freeName(server, entry, taken);
        taken.add(name);
        named.set(name, entry);
      }
    }
    return named;
  }

  #freeName(server: string, entry: LoadedTool, taken: ReadonlySet<string>): string {
    const plain = toolName(entry.name);
    if (!taken.has(plain)) return plain;
    const prefixed = toolName(`${server}__${entry.name}`);
    let name = prefixed;
    for (let i = 2; taken.has(name); i++) name = `${prefixed.slice(0, longestName - 4)}_${i}`;
    if (this.#offered.get(name) !== entry) {
      this.#logger.warn(
        { server, tool: entry.name, name },
        `The tool name "${entry.name}" is taken; the one of MCP server "${server}" is offered as "${name}"`,
      );
    }
    return name;
  }
}

const longestName = 64;

/** Models' providers refuse a whole request for one name with other characters or more of them. */
function toolName(name: string): string {
  return name.replace(/[^\w-]/g, "_").slice(0, longestName);
}
