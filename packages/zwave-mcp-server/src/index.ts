export { type Config, ConfigError, type LogLevel, type MqttConfig, readConfig } from "./config.ts";
export { GatewayError, type GatewayErrorKind } from "./gateway-error.ts";
export { Home } from "./home.ts";
export { type GatewayOptions, type GatewayStatus, MqttGateway } from "./mqtt-gateway.ts";
export { createServer, type ServerOptions, tools, type ZwaveServer } from "./server.ts";
