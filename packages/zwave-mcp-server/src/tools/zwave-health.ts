import { z } from "zod";
import { type Device, labelOf } from "../device.ts";
import { explain } from "../failure.ts";
import { GatewayError } from "../gateway-error.ts";
import type { Home } from "../home.ts";
import { defineTool, reading } from "../tool.ts";
import { commandClass } from "../zwave-node.ts";

const lowBatteryPercent = 20;
const mostNames = 30;

export const zwaveHealth = defineTool({
  name: "zwave_health",
  title: "Check the Z-Wave system",
  description:
    "Checks every link of the chain: MQTT broker, Z-Wave gateway (zwave-js-ui), Z-Wave driver, and the devices (dead, not ready, low battery). Use it when something does not work.",
  input: z.strictObject({}),
  output: z.object({
    healthy: z.boolean().describe("True when every link works and no device is dead."),
    broker: z.object({ url: z.string(), connected: z.boolean(), error: z.string().nullable() }),
    gateway: z.object({
      name: z.string().nullable(),
      state: z.enum(["up", "down", "unknown"]),
      version: z.string().nullable(),
    }),
    driverReady: z.boolean().nullable(),
    devices: z
      .object({
        total: z.number(),
        dead: z.array(z.string()),
        notReady: z.array(z.string()),
        asleep: z.number(),
        lowBattery: z.array(z.string()),
      })
      .nullable()
      .describe("Null when the devices could not be listed."),
    problem: z.string().nullable(),
  }),
  annotations: reading,
  async run(_input, { home, signal }) {
    await home.gateway.settled(signal);
    const { devices, problem } = await survey(home, signal);
    const { broker, gateway, driverReady } = home.gateway.status();
    // An answered request proves more than a status message that may not have been retained.
    const answered = devices !== undefined;
    const dead = devices?.filter(({ status }) => status === "dead") ?? [];
    const data = {
      healthy: answered && dead.length === 0,
      broker: { url: broker.url, connected: broker.connected, error: broker.error ?? null },
      gateway: {
        name: gateway.name ?? null,
        state: answered ? ("up" as const) : gateway.state,
        version: gateway.version ?? null,
      },
      driverReady: answered ? true : (driverReady ?? null),
      devices:
        devices === undefined
          ? null
          : {
              total: devices.length,
              dead: dead.map(labelOf),
              notReady: devices.filter(({ ready }) => !ready).map(labelOf),
              asleep: devices.filter(({ status }) => status === "asleep").length,
              lowBattery: devices.filter(hasLowBattery).map(labelOf),
            },
      problem: problem ?? null,
    };
    return { text: toText(data), data };
  },
});

async function survey(home: Home, signal: AbortSignal): Promise<{ devices?: Device[]; problem?: string }> {
  try {
    return { devices: await home.devices({ signal, fresh: true }) };
  } catch (error) {
    if (error instanceof GatewayError && error.kind !== "cancelled") return { problem: explain(error) };
    throw error;
  }
}

function toText({ broker, gateway, driverReady, devices, problem }: Facts): string {
  const version = gateway.version === null ? "" : `, zwave-js-ui ${gateway.version}`;
  const ready = driverReady === null ? "unknown" : driverReady ? "ready" : "not ready";
  const lines = [
    `MQTT broker ${broker.url}: ${broker.connected ? "connected" : `not connected${broker.error === null ? "" : ` (${broker.error})`}`}.`,
    `Z-Wave gateway ${gateway.name ?? "(none found)"}${version}: ${gateway.state}.`,
    `Z-Wave driver: ${ready}.`,
  ];
  if (devices !== null) {
    lines.push(
      `Devices: ${devices.total}, of them ${devices.dead.length} dead and ${devices.asleep} asleep.`,
    );
    if (devices.dead.length > 0) lines.push(`Dead: ${shorten(devices.dead)}.`);
    if (devices.notReady.length > 0) lines.push(`Not ready yet: ${shorten(devices.notReady)}.`);
    if (devices.lowBattery.length > 0) lines.push(`Low battery: ${shorten(devices.lowBattery)}.`);
  }
  if (problem !== null) lines.push(problem);
  return lines.join("\n");
}

interface Facts {
  broker: { url: string; connected: boolean; error: string | null };
  gateway: { name: string | null; state: string; version: string | null };
  driverReady: boolean | null;
  devices: { total: number; dead: string[]; notReady: string[]; asleep: number; lowBattery: string[] } | null;
  problem: string | null;
}

function shorten(names: readonly string[]): string {
  const rest = names.length - mostNames;
  return names.slice(0, mostNames).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

function hasLowBattery({ readings }: Device): boolean {
  return readings.some(
    ({ commandClass: wanted, property, value }) =>
      wanted === commandClass.battery &&
      ((property === "level" && typeof value === "number" && value < lowBatteryPercent) ||
        (property === "isLow" && value === true)),
  );
}
