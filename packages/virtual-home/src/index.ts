export { type Broker, type BrokerOptions, startBroker } from "./broker.ts";
export { defaultHome } from "./default-home.ts";
export type { TopicStyle } from "./gateway/topics.ts";
export type { Logger } from "./logger.ts";
export type { DeviceKind, DeviceSpec, PhysicalState } from "./network/device-spec.ts";
export type { VirtualDevice } from "./network/virtual-device.ts";
export { startVirtualHome, type VirtualHome, type VirtualHomeOptions } from "./virtual-home.ts";
