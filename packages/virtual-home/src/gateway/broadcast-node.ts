import type { Driver } from "zwave-js";
import type { MirrorListener } from "./mirror-events.ts";
import type { UiNode } from "./ui-node.ts";
import { addTypeDetails, describeValue, type DescribeValueOptions, valueKey } from "./ui-value.ts";

const rebuildPauseMs = 1_000;

/** Node 255, "Broadcast": it is in every `getNodes` answer and has what can be written to all nodes at once. */
export class BroadcastNode {
  readonly ui: UiNode = {
    id: 255,
    name: "Broadcast",
    virtual: true,
    kind: "broadcast",
    ready: true,
    available: true,
    failed: false,
    inited: true,
    values: {},
    eventsQueue: [],
  };
  readonly #driver: Driver;
  readonly #tell: MirrorListener;
  #lastRebuild = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(driver: Driver, tell: MirrorListener) {
    this.#driver = driver;
    this.#tell = tell;
  }

  /** Rebuilds now, or once the pause since the last rebuild is over. */
  refresh(): void {
    if (this.#timer) return;
    const wait = this.#lastRebuild + rebuildPauseMs - Date.now();
    if (wait < 0) return this.#rebuild();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#rebuild();
    }, wait);
    this.#timer.unref();
  }

  /** Rebuilds without the pause: a home that is ready is ready as a whole. */
  settle(): void {
    this.close();
    this.#rebuild();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #rebuild(): void {
    this.#lastRebuild = Date.now();
    const known = this.ui.values;
    this.ui.values = {};
    for (const valueId of this.#driver.controller.getBroadcastNode().getDefinedValueIDs()) {
      const metadata = valueId.metadata as unknown as DescribeValueOptions["metadata"];
      const key = valueKey(valueId);
      const value = describeValue(valueId, {
        nodeId: this.ui.id,
        metadata,
        known: known[key],
        commandClassVersion: valueId.ccVersion || 1,
      });
      value.lastUpdate = Date.now();
      addTypeDetails(value, metadata);
      this.ui.values[key] = value;
    }
    for (const value of Object.values(this.ui.values))
      this.#tell({ type: "value-changed", node: this.ui, value });
  }
}
