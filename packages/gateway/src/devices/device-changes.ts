import { Bell } from "../runs/bell.ts";
import type { Device } from "./device.ts";
import type { LiveDevices } from "./live-devices.ts";

export interface DeviceChanges {
  /** JSON texts: a snapshot first, then each change. Of a device that changes faster than it is read, the last state. */
  readonly items: AsyncIterable<{ data: string }>;
  close: () => void;
}

/** The changes for one reader. What waits for it is never more than one entry per device. */
export function deviceChanges(live: LiveDevices): DeviceChanges {
  const bell = new Bell();
  const waiting = new Map<string, Device>();
  let snapshot: readonly Device[] | undefined = live.devices;
  let open = true;
  const stop = live.onChange((change) => {
    if (change.type === "snapshot") {
      snapshot = change.devices;
      waiting.clear();
    } else waiting.set(change.device.id, change.device);
    bell.ring();
  });

  async function* items(): AsyncGenerator<{ data: string }> {
    while (true) {
      if (!open) return;
      if (snapshot) {
        const devices = snapshot;
        snapshot = undefined;
        yield { data: JSON.stringify({ type: "snapshot", devices }) };
      } else if (waiting.size > 0) {
        const [device] = waiting.values();
        if (device) {
          waiting.delete(device.id);
          yield { data: JSON.stringify({ type: "device", device }) };
        }
      } else await bell.wait();
    }
  }

  return {
    items: items(),
    close: () => {
      open = false;
      stop();
      bell.ring();
    },
  };
}
