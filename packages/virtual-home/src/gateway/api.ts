import type { ValueID } from "@zwave-js/core";
import type { ZWaveNode } from "zwave-js";
import type { UiNode } from "./ui-node.ts";
import { type WriteContext, writeValue, type WriteTarget } from "./write-value.ts";

export interface ApiContext extends WriteContext {
  /** Nodes that exist in the answer of `getNodes` only. */
  listedOnly: () => UiNode[];
}

type ApiFunction = (context: ApiContext, args: unknown[]) => unknown;

const functions: ReadonlyMap<string, ApiFunction> = new Map<string, ApiFunction>([
  ["getNodes", ({ mirror, listedOnly }) => [...mirror.nodes.values(), ...listedOnly()]],
  [
    "writeValue",
    (context, [target, value, options]) =>
      writeValue(must<WriteTarget>(target, "commandClass"), { value, options: options as object }, context),
  ],
  [
    "pollValue",
    (context, [target]) => {
      const { nodeId } = must<{ nodeId: number }>(target, "nodeId");
      return must<ZWaveNode>(findNode(context, nodeId), "pollValue").pollValue(target as ValueID);
    },
  ],
  ["pingNode", (context, [nodeId]) => must<ZWaveNode>(findNode(context, nodeId), "ping").ping()],
  [
    "refreshValues",
    (context, [nodeId]) => must<ZWaveNode>(findNode(context, nodeId), "refreshValues").refreshValues(),
  ],
  [
    "refreshCCValues",
    (context, [nodeId, commandClass]) =>
      must<ZWaveNode>(findNode(context, nodeId), "refreshCCValues").refreshCCValues(commandClass as number),
  ],
  [
    "refreshInfo",
    (context, [nodeId]) => {
      const node = findNode(context, nodeId);
      if (!node) throw new Error(`Node ${String(nodeId)} not found`);
      return node.refreshInfo();
    },
  ],
  [
    "setNodeName",
    (context, [nodeId, name]) => {
      const { ui, node } = renamable(context, nodeId);
      ui.name = String(name);
      if (node.name !== ui.name) node.name = ui.name;
      return true;
    },
  ],
  [
    "setNodeLocation",
    (context, [nodeId, location]) => {
      const { ui, node } = renamable(context, nodeId);
      ui.loc = String(location);
      if (node.location !== ui.loc) node.location = ui.loc;
      return true;
    },
  ],
]);

/**
 * One request, one answer, in zwave-js-ui's key order. Resolves to undefined for the payload `null`, which it leaves
 * without an answer.
 */
export async function answerApiRequest(
  name: string,
  payload: unknown,
  context: ApiContext,
): Promise<object | undefined> {
  if (payload === null || payload === undefined) return undefined;
  const args = (payload as { args?: unknown }).args || [];
  if (!Array.isArray(args)) return { success: false, message: "Args must be an array", origin: payload };
  return { ...(await call(name, args, context)), args, origin: payload };
}

async function call(name: string, args: unknown[], context: ApiContext): Promise<object> {
  if (!context.mirror.ready) return { success: false, message: "Z-Wave client not connected" };
  const apiFunction = functions.get(name);
  if (!apiFunction) return { success: false, message: "Unknown API" };
  try {
    const result = await apiFunction(context, args);
    return { success: true, message: "Success zwave api call", result };
  } catch (error) {
    return { success: false, message: (error as Error).message };
  }
}

function findNode({ driver }: ApiContext, nodeId: unknown): ZWaveNode | undefined {
  return typeof nodeId === "number" ? driver.controller.nodes.get(nodeId) : undefined;
}

function renamable(context: ApiContext, nodeId: unknown): { ui: UiNode; node: ZWaveNode } {
  const node = findNode(context, nodeId);
  const ui = node && context.mirror.nodes.get(node.id);
  if (!ui) throw new Error("Invalid Node ID");
  return { ui, node };
}

/** zwave-js-ui does not look before it reads, and its answer is the engine's own sentence. */
function must<T>(thing: unknown, property: keyof T & string): T {
  if (thing === undefined || thing === null) {
    throw new TypeError(`Cannot read properties of ${String(thing)} (reading '${property}')`);
  }
  return thing as T;
}
