import type { ZWaveNode } from "zwave-js";
import type { UiNode } from "./ui-node.ts";

const longestQueue = 100;

const remembered = [
  "ready",
  "interview started",
  "interview stage completed",
  "interview completed",
  "interview failed",
  "wake up",
  "sleep",
  "alive",
  "dead",
  "value added",
  "value updated",
  "value notification",
  "value removed",
  "notification",
] as const;

/** Keeps the last events of a node in its `eventsQueue`. Listen after everything else, which sees the queue before. */
export function rememberEvents(node: ZWaveNode, ui: UiNode): void {
  for (const event of remembered) {
    node.on(event, (_node: unknown, ...args: unknown[]) => {
      ui.eventsQueue.push({ time: new Date(), event, args });
      if (ui.eventsQueue.length > longestQueue) ui.eventsQueue.shift();
    });
  }
}
