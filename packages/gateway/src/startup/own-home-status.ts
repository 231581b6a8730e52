import type { GatewayStatus } from "zwave-mcp-server";
import type { PartStatus } from "./parts.ts";

/** How the person's own broker does. */
export function brokerStatus({ broker }: GatewayStatus): PartStatus {
  if (broker.connected) return { state: "ready", message: `Connected to the broker at ${broker.url}.` };
  if (broker.error === undefined)
    return { state: "starting", message: `Connecting to the broker at ${broker.url}.` };
  const message = `The broker at ${broker.url} cannot be reached (${broker.error}). Check that it runs, and the address and password in --broker.`;
  return { state: "failed", message };
}

/** How the person's own home does. */
export function homeStatus({ broker, gateway, driverReady }: GatewayStatus): PartStatus {
  if (!broker.connected)
    return { state: "degraded", message: "Not known: there is no connection to the broker." };
  const name = gateway.name ?? "zwave-js-ui";
  if (gateway.state === "down")
    return { state: "failed", message: `${name} is not running, says the broker. Start zwave-js-ui.` };
  if (gateway.state === "unknown") {
    const message =
      "No zwave-js-ui has been seen on the broker. Check its MQTT settings, and that Retain is on.";
    return { state: "degraded", message };
  }
  if (driverReady === false)
    return { state: "degraded", message: `${name} runs, but its Z-Wave stick is not ready.` };
  return {
    state: "ready",
    message: `${name} is connected${gateway.version ? ` (${gateway.version})` : ""}.`,
  };
}
