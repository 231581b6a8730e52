export { ConfigError } from "./config/config-error.ts";
export { loadConfig, type LoadConfigOptions } from "./config/load-config.ts";
export { configSchema, type Config, type ConfigKey } from "./config/schema.ts";
export { trimHistory, type TrimOptions } from "./conversations/trim-history.ts";
export type { Device, Reading } from "./devices/device.ts";
export type { GatewayEvent } from "./runs/run-event.ts";
export { startGateway, type Gateway, type GatewayOptions } from "./startup/gateway.ts";
export type { Part, PartState } from "./startup/parts.ts";
