/** Nodes in the form of zwave-js-ui's `getNodes`, as far as the server looks at them. */
export interface FakeValue {
  nodeId: number;
  commandClass: number;
  endpoint: number;
  property: string | number;
  propertyKey?: string | number;
  [field: string]: unknown;
}

export interface FakeNode {
  id: number;
  name: string;
  loc: string;
  status: string;
  values: Record<string, FakeValue>;
  [field: string]: unknown;
}

interface Identity {
  id: number;
  name: string;
  room: string;
}

export function fakeNode({ id, name, room }: Identity, values: Omit<FakeValue, "nodeId">[]): FakeNode {
  const keyed = new Map<string, FakeValue>();
  for (const value of values) {
    const { commandClass, endpoint, property, propertyKey } = value as FakeValue;
    const key = [commandClass, endpoint, property, propertyKey]
      .filter((part) => part !== undefined)
      .join("-");
    const defaults = { readable: true, writeable: false, lastUpdate: Date.now() };
    keyed.set(key, { ...defaults, ...(value as FakeValue), nodeId: id });
  }
  return {
    id,
    name,
    loc: room,
    ready: true,
    status: "Alive",
    isListening: true,
    isFrequentListening: false,
    isControllerNode: false,
    deviceClass: { basic: 4, generic: 0, specific: 0 },
    values: Object.fromEntries(keyed),
  };
}

export function fakeSwitch(identity: Identity, { on = false, endpoint = 0 } = {}): FakeNode {
  return fakeNode(identity, [
    { commandClass: 37, endpoint, property: "currentValue", value: on },
    { commandClass: 37, endpoint, property: "targetValue", writeable: true },
  ]);
}

export function fakeDimmer(identity: Identity, { level = 0 } = {}): FakeNode {
  return fakeNode(identity, [
    { commandClass: 38, endpoint: 0, property: "currentValue", value: level },
    { commandClass: 38, endpoint: 0, property: "targetValue", writeable: true, value: level },
  ]);
}

export function fakeSensor(identity: Identity, { temperature = 21.5 } = {}): FakeNode {
  return fakeNode(identity, [
    {
      commandClass: 49,
      endpoint: 0,
      property: "Air temperature",
      label: "Air temperature",
      unit: "°C",
      value: temperature,
    },
  ]);
}
