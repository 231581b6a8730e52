import { type Device, labelOf } from "./device.ts";
import { findDevices } from "./device-names.ts";
import { Failure } from "./failure.ts";
import type { CallOptions, Home } from "./home.ts";

export interface ChooseOptions extends CallOptions {
  /** Of several devices that the name fits, those that cannot do it are out of the question. @default any device */
  can?: (device: Device) => boolean;
  /** Whether a name that is only nearly right will do. @default true */
  allowNear?: boolean;
}

const mostNames = 8;

/** The one device a name means. Throws a Failure that asks which one, or says what there is. */
export async function chooseDevice(
  home: Home,
  deviceName: string,
  { signal, can = () => true, allowNear = true }: ChooseOptions = {},
): Promise<Device> {
  const devices = await home.devices({ signal });
  const matches = findDevices(deviceName, devices);
  if (matches === undefined) throw new Failure(unknownSentence(deviceName, devices, can));
  const { found, match } = matches;
  const capable = found.filter(can);
  const [device, another] = capable.length > 0 ? capable : found;
  if (device === undefined || another !== undefined)
    throw new Failure(whichSentence(deviceName, capable.length > 0 ? capable : found));
  if (match === "near" && !allowNear) {
    throw new Failure(
      `No device is called "${deviceName}". Did you mean ${labelOf(device)}? Say its exact name. Nothing was switched.`,
    );
  }
  return device;
}

function whichSentence(deviceName: string, found: readonly Device[]): string {
  const labels = found.map(labelOf);
  const names = found.map((device) => {
    const label = labelOf(device);
    if (labels.filter((other) => other === label).length < 2) return `"${label}"`;
    const channel = device.channel === undefined ? "" : ` channel ${device.channel}`;
    return `"${label}" (say "node ${device.nodeId}${channel}")`;
  });
  return `Which one is meant by "${deviceName}": ${join(names, "or")}? Nothing was switched; call again with one of these names.`;
}

function unknownSentence(
  deviceName: string,
  devices: readonly Device[],
  can: (device: Device) => boolean,
): string {
  const names = devices.filter(can).map((device) => `"${labelOf(device)}"`);
  if (names.length === 0) {
    return `There is no device called "${deviceName}", and the gateway knows no device of this sort. Nothing was switched.`;
  }
  return `There is no device called "${deviceName}". There are: ${join(names, "and")}. Nothing was switched; list_zwave_devices shows every device.`;
}

function join(names: readonly string[], word: "and" | "or"): string {
  const shown = names.slice(0, mostNames);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} ${word} ${shown.at(-1)}`;
}
