import type { UiNode } from "./ui-node.ts";
import type { UiValue } from "./ui-value.ts";

/** Everything the mirror tells; the gateway turns each into MQTT. */
export type MirrorEvent =
  | { type: "driver-status"; ready: boolean }
  | { type: "node-status"; node: UiNode }
  | { type: "node-last-active"; node: UiNode }
  | { type: "value-changed"; node: UiNode; value: UiValue }
  | { type: "driver-event"; source: "driver" | "controller" | "node"; name: string; data: unknown[] };

export type MirrorListener = (event: MirrorEvent) => void;
