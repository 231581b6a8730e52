import { CommandClasses, type ValueID } from "@zwave-js/core";
import { type Driver, type SetValueResult, SetValueStatus } from "zwave-js";
import type { Logger } from "../logger.ts";
import type { NodeMirror } from "./node-mirror.ts";
import { valueKey } from "./ui-value.ts";

/** What a request says about the value to write; anything may be missing or wrong. */
export type WriteTarget = Partial<ValueID> & { nodeId?: number; type?: string };

export interface WriteContext {
  driver: Driver;
  mirror: NodeMirror;
  logger: Logger;
}

/**
 * Never rejects for a node that is missing, dead or unwilling: like zwave-js-ui it answers `status: 2` then, which
 * its API wraps in `success: true`.
 */
export async function writeValue(
  target: WriteTarget,
  request: { value: unknown; options?: object | undefined },
  { driver, mirror, logger }: WriteContext,
): Promise<SetValueResult> {
  const key = valueKey(target);
  const failed: SetValueResult = { status: SetValueStatus.Fail };
  try {
    const valueId = target as ValueID;
    const options = request.options as never;
    if (target.nodeId === 255) {
      return await driver.controller
        .getBroadcastNode()
        .setValue(valueId, asNumber(target, request.value), options);
    }
    const node = driver.controller.nodes.get(target.nodeId ?? -1);
    if (!node) throw new Error(`Node ${target.nodeId} not found`);
    if (isLevelWord(target, request.value)) {
      const api = node.commandClasses["Multilevel Switch"];
      if (/stop/i.test(String(request.value))) await api.stopLevelChange();
      else if (/start/i.test(String(request.value))) await api.startLevelChange({} as never);
      else throw new Error("Command not valid for Multilevel Switch");
      return { status: SetValueStatus.SuccessUnsupervised };
    }
    const known = mirror.nodes.get(node.id)?.values[key];
    if (known) known.toUpdate = true;
    return await node.setValue(valueId, asNumber(target, request.value), options);
  } catch (error) {
    logger.warn({ nodeId: target.nodeId, value: key, error: (error as Error).message }, "write failed");
    return failed;
  }
}

function asNumber({ type }: WriteTarget, value: unknown): unknown {
  return type === "number" && typeof value === "string" ? Number(value) : value;
}

function isLevelWord({ commandClass }: WriteTarget, value: unknown): boolean {
  return (
    commandClass === CommandClasses["Multilevel Switch"] &&
    typeof value !== "object" &&
    Number.isNaN(Number(value))
  );
}
