import { Duration, type TranslatedValueID, type ValueMetadata } from "@zwave-js/core";
import type { ZWaveNode } from "zwave-js";

/** One value as `getNodes` shows it. The order of the keys is part of the likeness. */
export interface UiValue {
  id: string;
  nodeId: number;
  toUpdate: boolean;
  commandClass: number;
  commandClassName: string;
  endpoint?: number | undefined;
  property: string | number;
  propertyName?: string | undefined;
  propertyKey?: string | number | undefined;
  propertyKeyName?: string | undefined;
  type: string;
  readable: boolean;
  writeable: boolean;
  description?: string | undefined;
  label: string;
  default?: unknown;
  ccSpecific?: unknown;
  stateless: boolean;
  commandClassVersion?: number;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  allowed?: unknown;
  unit?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  list?: boolean;
  allowManualEntry?: boolean | undefined;
  states?: { text: string; value: number | boolean }[];
  value?: unknown;
  isCurrentValue?: boolean;
  /** The key of the value to write in order to change this one. */
  targetValue?: string;
  lastUpdate?: number;
}

interface ValueAddress {
  commandClass?: number | undefined;
  endpoint?: number | undefined;
  property?: string | number | undefined;
  propertyKey?: string | number | undefined;
}

/** `38-0-currentValue`, `67-0-setpoint-1` */
export function valueKey({ commandClass, endpoint = 0, property, propertyKey }: ValueAddress): string {
  const key = `${commandClass}-${endpoint}-${property}`;
  return propertyKey === undefined ? key : `${key}-${propertyKey}`;
}

export interface DescribeValueOptions {
  nodeId: number;
  metadata: Partial<ValueMetadata> & Record<string, unknown>;
  /** What is known of the value already; its keys stay where they are. */
  known?: UiValue | undefined;
  stateless?: boolean;
  commandClassVersion?: number | undefined;
}

/** Everything about a value except what it is right now. */
export function describeValue(valueId: TranslatedValueID, options: DescribeValueOptions): UiValue {
  const { nodeId, metadata, known, stateless = false, commandClassVersion } = options;
  const value: UiValue = {
    ...known,
    id: `${nodeId}-${valueKey(valueId)}`,
    nodeId,
    toUpdate: false,
    commandClass: valueId.commandClass,
    commandClassName: valueId.commandClassName,
    endpoint: valueId.endpoint,
    property: valueId.property,
    propertyName: valueId.propertyName,
    propertyKey: valueId.propertyKey,
    propertyKeyName: valueId.propertyKeyName,
    type: metadata.type ?? "any",
    readable: metadata.readable ?? false,
    writeable: metadata.writeable ?? true,
    description: metadata.description,
    label: metadata.label || `${valueId.propertyName} (property)`,
    default: metadata.default,
    ccSpecific: metadata.ccSpecific,
    stateless,
  };
  if (commandClassVersion !== undefined) value.commandClassVersion = commandClassVersion;
  return value;
}

/** The keys that depend on the type. They come last, after `lastUpdate` in the values of the broadcast node. */
export function addTypeDetails(value: UiValue, metadata: DescribeValueOptions["metadata"]): void {
  value.list = false;
  const states = Object.entries((metadata["states"] ?? {}) as Record<string, string>);
  if (metadata.type === "number") {
    // `list` stands behind the limits.
    delete value.list;
    value.min = metadata["min"] as number | undefined;
    value.max = metadata["max"] as number | undefined;
    value.step = metadata["steps"] as number | undefined;
    value.allowed = metadata["allowed"];
    value.unit = metadata["unit"] as string | undefined;
    value.list = states.length > 0;
    if (!value.list) return;
    value.allowManualEntry =
      (metadata["allowManualEntry"] as boolean | undefined) ?? allowsRange(metadata["allowed"]);
    value.states = states.map(([key, text]) => ({ text, value: Number.parseInt(key) }));
  } else if (metadata.type === "boolean" && states.length > 0) {
    value.list = true;
    value.states = states.map(([key, text]) => ({ text, value: key === "true" }));
  } else if (metadata.type === "string" || metadata.type === "color") {
    delete value.list;
    value.minLength = metadata["minLength"] as number | undefined;
    value.maxLength = metadata["maxLength"] as number | undefined;
    value.list = false;
  }
}

/** A value of a real node, with what the driver holds for it now. */
export function readValue(
  node: ZWaveNode,
  valueId: TranslatedValueID & { newValue?: unknown; stateless?: boolean },
  { known, defined }: { known: UiValue | undefined; defined: () => readonly TranslatedValueID[] },
): UiValue {
  const metadata: DescribeValueOptions["metadata"] = { ...node.getValueMetadata(valueId) };
  const endpoint = node.getEndpoint(valueId.endpoint ?? 0) ?? node;
  const value = describeValue(valueId, {
    nodeId: node.id,
    metadata,
    known,
    stateless: valueId.stateless ?? false,
    commandClassVersion: node.ready ? endpoint.getCCVersion(valueId.commandClass) : undefined,
  });
  addTypeDetails(value, metadata);
  value.value = neverUndefinedDuration(
    value.type,
    node.getValue(valueId) ?? valueId.newValue ?? known?.value,
  );
  if (/current/i.test(valueId.propertyName ?? "")) {
    value.isCurrentValue = true;
    const target = defined().find((other) => isTargetOf(other, valueId));
    if (target) value.targetValue = valueKey(target);
  }
  return value;
}

export function neverUndefinedDuration(type: string, value: unknown): unknown {
  return type === "duration" && value === undefined ? new Duration(undefined as never, "seconds") : value;
}

function isTargetOf(candidate: TranslatedValueID, current: TranslatedValueID): boolean {
  return (
    candidate.commandClass === current.commandClass &&
    candidate.endpoint === current.endpoint &&
    candidate.propertyKey === current.propertyKey &&
    /target/i.test(String(candidate.property))
  );
}

function allowsRange(allowed: unknown): true | undefined {
  const entries = Array.isArray(allowed) ? (allowed as object[]) : [];
  return entries.some((entry) => "from" in entry && "to" in entry) ? true : undefined;
}
