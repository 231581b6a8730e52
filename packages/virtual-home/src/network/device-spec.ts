/** What hangs on the wall, told without Z-Wave words. A device uses the fields that its kind has. */
export interface PhysicalState {
  /** switch */
  on?: boolean;
  /** dimmer: brightness, cover: how far it is open; 0 to 99 */
  level?: number;
  /** sensor, thermostat: degrees Celsius */
  temperature?: number;
  /** sensor: percent */
  humidity?: number;
  /** thermostat: 0 off, 1 heat, 2 cool, 3 auto */
  mode?: number;
  /** thermostat: wanted temperature while heating */
  heating?: number;
  /** thermostat: wanted temperature while cooling */
  cooling?: number;
  /** lock */
  locked?: boolean;
  /** any battery device: percent */
  battery?: number;
}

export type DeviceKind = "switch" | "dimmer" | "sensor" | "thermostat" | "lock" | "cover";

export interface DeviceSpec {
  kind: DeviceKind;
  /** @default "", which zwave-js-ui shows as `nodeID_<id>` */
  name?: string;
  /** zwave-js-ui's `loc`. @default "" */
  room?: string;
  /** 2 to 232. @default the next free one, from 2 */
  nodeId?: number;
  /**
   * How it is found at the start. A sensor measures exactly the quantities named here; naming `battery` gives
   * any kind a battery.
   * @default what the kind has: off, closed, unlocked, 21 °C, 45 %
   */
  state?: PhysicalState;
  /** Confirms writes itself (Supervision), so that a write answers status 255 instead of 254. @default false */
  supervised?: boolean;
  /** Sleeps to save its battery: it hears nothing until `wakeUp`, what is sent to it waits. @default false */
  sleeps?: boolean;
}

/** `Kitchen/Ceiling Light`; without a room just the name, without a name `node 7`. */
export function deviceLabel({ name, room }: Pick<DeviceSpec, "name" | "room">, nodeId: number): string {
  const label = name || `node ${nodeId}`;
  return room ? `${room}/${label}` : label;
}
