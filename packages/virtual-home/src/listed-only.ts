import type { NodeMirror } from "./gateway/node-mirror.ts";
import type { UiNode } from "./gateway/ui-node.ts";
import type { DeviceKind, DeviceSpec } from "./network/device-spec.ts";
import type { VirtualDevice } from "./network/virtual-device.ts";

/** Above every id that a real node of this home can have. */
const firstListedId = 300;

export interface ListedOnlyOptions {
  devices: readonly VirtualDevice[];
  mirror: NodeMirror;
}

/**
 * Entries for `getNodes` that no node stands behind, each a copy of the first real node of its kind under another
 * id and name. They answer nothing: a write to one gets `status: 2`.
 */
export function listedOnlyNodes(
  specs: readonly DeviceSpec[],
  { devices, mirror }: ListedOnlyOptions,
): UiNode[] {
  const patterns = new Map<DeviceKind, string>();
  return specs.map((spec, index) => {
    let pattern = patterns.get(spec.kind);
    if (pattern === undefined) {
      const device = devices.find(({ kind }) => kind === spec.kind);
      const node = device && mirror.nodes.get(device.nodeId);
      if (!node)
        throw new Error(`A listed ${spec.kind} needs a real ${spec.kind} in "devices" to be copied from.`);
      pattern = JSON.stringify(node);
      patterns.set(spec.kind, pattern);
    }
    return copyOf(pattern, {
      id: spec.nodeId ?? firstListedId + index,
      name: spec.name ?? "",
      loc: spec.room ?? "",
    });
  });
}

function copyOf(pattern: string, identity: { id: number; name: string; loc: string }): UiNode {
  const node = Object.assign(JSON.parse(pattern) as UiNode, identity, { eventsQueue: [] });
  for (const [key, value] of Object.entries(node.values)) {
    Object.assign(value, { id: `${identity.id}-${key}`, nodeId: identity.id });
  }
  return node;
}
