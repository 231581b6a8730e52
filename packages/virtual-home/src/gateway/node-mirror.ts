import {
  CommandClasses,
  InterviewStage,
  NodeStatus,
  type TranslatedValueID,
  type ValueID,
} from "@zwave-js/core";
import type { Driver, ZWaveNode } from "zwave-js";
import { noteBattery } from "./battery.ts";
import { BroadcastNode } from "./broadcast-node.ts";
import { rememberEvents } from "./events-queue.ts";
import type { MirrorListener } from "./mirror-events.ts";
import { describeNode, eventNode, newUiNode, type UiNode } from "./ui-node.ts";
import { neverUndefinedDuration, readValue, type UiValue, valueKey } from "./ui-value.ts";

const statelessResetMs = 1_000;

type ChangedValue = TranslatedValueID & { newValue?: unknown; stateless?: boolean };

export interface NodeMirrorOptions {
  /** Name and room of a node, from zwave-js-ui's own store. */
  namesOf: (nodeId: number) => { name: string; loc: string };
  tell: MirrorListener;
}

/** zwave-js-ui's own picture of the network, kept from the driver's events in the order in which it keeps it. */
export class NodeMirror {
  readonly nodes = new Map<number, UiNode>();
  readonly #driver: Driver;
  readonly #tell: MirrorListener;
  readonly #namesOf: NodeMirrorOptions["namesOf"];
  readonly #resets = new Map<string, NodeJS.Timeout>();
  #broadcast: BroadcastNode | undefined;
  #ready = false;

  constructor(driver: Driver, { namesOf, tell }: NodeMirrorOptions) {
    this.#driver = driver;
    this.#tell = tell;
    this.#namesOf = namesOf;
    driver.once("driver ready", () => this.#begin());
    driver.once("all nodes ready", () => {
      this.#event("driver", "all nodes ready");
      this.#broadcast?.settle();
    });
  }

  get ready(): boolean {
    return this.#ready;
  }

  close(): void {
    this.#broadcast?.close();
    for (const timer of this.#resets.values()) clearTimeout(timer);
    if (!this.#ready) return;
    this.#ready = false;
    this.#tell({ type: "driver-status", ready: false });
  }

  #begin(): void {
    const { controller } = this.#driver;
    this.#ready = true;
    this.#tell({ type: "driver-status", ready: true });
    controller.on("statistics updated", (statistics) => {
      const own = this.nodes.get(controller.ownNodeId ?? 1);
      if (own) Object.assign(own, { statistics, lastActive: Date.now() });
      this.#event("controller", "statistics updated", statistics);
    });
    this.#broadcast = new BroadcastNode(this.#driver, this.#tell);
    this.nodes.set(this.#broadcast.ui.id, this.#broadcast.ui);
    this.#broadcast.refresh();
    for (const node of controller.nodes.values()) {
      this.nodes.set(node.id, newUiNode(node.id, this.#namesOf(node.id)));
      this.#watch(node);
      this.#describe(node);
      this.#status(node, { seedStage: true });
      if (node.ready) this.#nodeReady(node);
    }
    const homeid = controller.homeId ?? 0;
    const info = { homeid, name: `0x${homeid.toString(16)}`, controllerId: controller.ownNodeId };
    this.#event("driver", "driver ready", info);
  }

  #watch(node: ZWaveNode): void {
    const ui = this.#ui(node);
    node
      .on("ready", () => this.#nodeReady(node))
      .on("interview started", () => this.#nodeEvent(node, "interview started"))
      .on("interview stage completed", () => this.#statusEvent(node, "interview stage completed"))
      .on("interview completed", () => this.#statusEvent(node, "interview completed"))
      .on("interview failed", () => {
        ui.interviewProgress = 0;
        this.#statusEvent(node, "interview failed");
      })
      .on("interview progress", (_node, { progress, stage }) => {
        ui.interviewProgress = Math.round(progress);
        if (stage !== undefined) ui.interviewStage = InterviewStage[stage];
      })
      .on("wake up", () => {
        this.#status(node);
        ui.lastAwake = Date.now();
        this.#nodeEvent(node, "wakeup");
      })
      .on("sleep", () => this.#statusEvent(node, "sleep"))
      .on("alive", () => this.#statusEvent(node, "alive"))
      .on("dead", () => this.#statusEvent(node, "dead"))
      .on("value added", (_node, args) => {
        if (node.ready) this.#addValue(node, args);
        this.#nodeEvent(node, "value added", args);
      })
      .on("value updated", (_node, args) => this.#valueUpdated(node, args))
      .on("value notification", (_node, args) => {
        this.#valueUpdated(node, Object.assign(args, { newValue: args.value, stateless: true }));
      })
      .on("value removed", (_node, args) => {
        delete ui.values[valueKey(args)];
        this.#nodeEvent(node, "value removed", args);
      })
      .on("metadata updated", (_node, args) => {
        ui.values[valueKey(args)] = this.#read(node, args);
        this.#nodeEvent(node, "metadata updated", args);
      })
      .on("statistics updated", (_node, statistics) => {
        ui.statistics = { ...statistics };
        if (statistics.lastSeen) {
          ui.lastActive = statistics.lastSeen.getTime();
          this.#tell({ type: "node-last-active", node: ui });
        }
        this.#event("node", "statistics updated", eventNode(node, ui), statistics);
      })
      .on("node info received", () => this.#nodeEvent(node, "info received"));
    rememberEvents(node, ui);
  }

  #nodeReady(node: ZWaveNode): void {
    const ui = this.#ui(node);
    const before = ui.values;
    ui.ready = false;
    ui.values = {};
    this.#describe(node);
    const defined = node.getDefinedValueIDs();
    const added = defined
      .filter(isShown)
      .map((valueId) => (ui.values[valueKey(valueId)] = this.#read(node, valueId, () => defined)));
    for (const value of added) {
      const known = before[valueKey(value)];
      if (!known || known.value !== value.value || value.writeable) this.#valueChanged(node, value);
      noteBattery(ui, value);
    }
    ui.ready = true;
    if (node.isControllerNode) ui.supportsLongRange = this.#driver.controller.supportsLongRange ?? false;
    ui.supportsTime = timeClasses.some((commandClass) => node.supportsCC(commandClass));
    ui.groups = [];
    this.#status(node, { seedStage: true });
    this.#nodeEvent(node, "ready");
    if (!node.isControllerNode) ui["prioritySUCReturnRoute"] = null;
    this.#broadcast?.refresh();
  }

  /** A value that appeared while the node was in use, so to say on the fly. */
  #addValue(node: ZWaveNode, valueId: ChangedValue): void {
    if (!isShown(valueId)) return;
    const value = this.#read(node, valueId);
    this.#ui(node).values[valueKey(value)] = value;
    this.#valueChanged(node, value);
  }

  #valueUpdated(node: ZWaveNode, args: ChangedValue): void {
    const ui = this.#ui(node);
    const key = valueKey(args);
    if (!ui.values[key]) this.#addValue(node, args);
    else {
      const value = ui.values[key];
      value.toUpdate = false;
      value.value = neverUndefinedDuration(value.type, args.newValue);
      value.stateless = args.stateless ?? false;
      noteBattery(ui, value);
      this.#valueChanged(node, value);
    }
    if (args.stateless) this.#resetLater(node, key);
    this.#nodeEvent(node, "value updated", args);
  }

  /** A button was pressed, not held: a stateless value is empty again after a second. */
  #resetLater(node: ZWaveNode, key: string): void {
    const id = `${node.id}-${key}`;
    clearTimeout(this.#resets.get(id));
    const timer = setTimeout(() => {
      this.#resets.delete(id);
      const value = this.#ui(node).values[key];
      if (!value) return;
      value.value = undefined;
      this.#valueChanged(node, value);
    }, statelessResetMs);
    this.#resets.set(id, timer.unref());
  }

  #valueChanged(node: ZWaveNode, value: UiValue): void {
    value.lastUpdate = node.getValueTimestamp(value as ValueID) ?? Date.now();
    this.#tell({ type: "value-changed", node: this.#ui(node), value });
  }

  #read(node: ZWaveNode, valueId: ChangedValue, defined = () => node.getDefinedValueIDs()) {
    // zwave-js-ui writes the node into the driver's own object, so that later events show it.
    Object.assign(valueId, { nodeId: node.id });
    return readValue(node, valueId, { known: this.#ui(node).values[valueKey(valueId)], defined });
  }

  #describe(node: ZWaveNode): void {
    const ui = this.#ui(node);
    describeNode(ui, node, this.#driver);
    if (ui.name && ui.name !== node.name) node.name = ui.name;
    if (ui.loc && ui.loc !== node.location) node.location = ui.loc;
  }

  #status(node: ZWaveNode, { seedStage = false } = {}): void {
    const ui = this.#ui(node);
    ui.status = NodeStatus[node.status];
    ui.available = node.status !== NodeStatus.Dead;
    if (seedStage) ui.interviewStage = InterviewStage[node.interviewStage];
    if (node.interviewStage === InterviewStage.Complete)
      ui.hasDeviceConfigChanged = node.hasDeviceConfigChanged();
    if (ui.ready) ui.inited = true;
    this.#tell({ type: "node-status", node: ui });
  }

  #statusEvent(node: ZWaveNode, name: string): void {
    this.#status(node);
    this.#nodeEvent(node, name);
  }

  #nodeEvent(node: ZWaveNode, name: string, ...args: unknown[]): void {
    this.#event("node", `node ${name}`, eventNode(node, this.#ui(node)), ...args);
  }

  #event(source: "driver" | "controller" | "node", name: string, ...data: unknown[]): void {
    this.#tell({ type: "driver-event", source, name, data });
  }

  #ui(node: ZWaveNode): UiNode {
    const ui = this.nodes.get(node.id);
    if (!ui) throw new Error(`Node ${node.id} has no mirror.`);
    return ui;
  }
}

const timeClasses = [
  CommandClasses.Time,
  CommandClasses["Time Parameters"],
  CommandClasses.Clock,
  CommandClasses["Schedule Entry Lock"],
];

/** Names and rooms are zwave-js-ui's own business and never a value. */
function isShown({ commandClass }: TranslatedValueID): boolean {
  return commandClass !== CommandClasses["Node Naming and Location"];
}
