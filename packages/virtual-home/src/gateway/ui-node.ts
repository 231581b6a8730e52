import { RFRegion, SecurityClass } from "@zwave-js/core";
import { type Driver, getEnumMemberName, type ZWaveNode } from "zwave-js";
import type { UiValue } from "./ui-value.ts";

/** A node as `getNodes` shows it. The order of the keys is part of the likeness; `undefined` ones are not sent. */
export interface UiNode {
  id: number;
  name: string;
  loc?: string;
  virtual?: true;
  kind?: "broadcast";
  values: Record<string, UiValue>;
  groups?: object[];
  ready: boolean;
  available: boolean;
  failed: boolean;
  inited: boolean;
  eventsQueue: { time: Date; event: string; args: unknown[] }[];
  status?: string;
  interviewStage?: string;
  interviewProgress?: number;
  firmwareVersion?: string | undefined;
  manufacturer?: string;
  productLabel?: string;
  productDescription?: string;
  lastActive?: number | null | undefined;
  hasDeviceConfigChanged?: boolean | undefined;
  supportsLongRange?: boolean;
  supportsTime?: boolean;
  statistics?: object;
  lastAwake?: number;
  batteryLevels?: Record<number, number>;
  minBatteryLevel?: number;
  [key: string]: unknown;
}

/** A node of which nothing is known but its id. */
export function newUiNode(id: number, { name, loc }: { name: string; loc: string }): UiNode {
  return {
    id,
    name,
    loc,
    values: {},
    groups: [],
    neighbors: [],
    ready: false,
    available: false,
    hassDevices: {},
    failed: false,
    inited: false,
    eventsQueue: [],
    status: "Unknown",
    interviewStage: "None",
    priorityReturnRoute: {},
    customReturnRoute: {},
    prioritySUCReturnRoute: undefined,
    customSUCReturnRoutes: [],
    applicationRoute: null,
    availableFirmwareUpdates: [],
    firmwareUpdatesDismissed: {},
    lastFirmwareUpdateCheck: 0,
    appliedTemplateContentHashes: [],
  };
}

/** Copies what the driver knows about the device itself. */
export function describeNode(ui: UiNode, node: ZWaveNode, driver: Driver): void {
  const [manufacturerId, productType, productId] = [
    node.manufacturerId,
    node.productType,
    node.productId,
  ].map(hex);
  const firmware = ui.firmwareVersion ?? "0.0";
  const { deviceConfig } = node;
  const deviceClass = deviceClassKeys(node.deviceClass);
  Object.assign(ui, {
    hexId: `${manufacturerId} ${productType}-${productId}`,
    dbLink: `https://devices.zwave-js.io/?jumpTo=${manufacturerId}:${productType}:${productId}:${firmware}`,
    manufacturerId: node.manufacturerId,
    productId: node.productId,
    productType: node.productType,
    deviceConfig,
    productLabel: deviceConfig?.label ?? `Unknown product ${productId}`,
    productDescription: deviceConfig?.description ?? productType,
    manufacturer:
      deviceConfig?.manufacturer ??
      (driver.configManager.lookupManufacturer(node.manufacturerId as number) ||
        `Unknown manufacturer ${manufacturerId}`),
    firmwareVersion: node.firmwareVersion,
    sdkVersion: node.sdkVersion,
    protocolVersion: node.protocolVersion,
    zwavePlusVersion: node.zwavePlusVersion,
    zwavePlusNodeType: node.zwavePlusNodeType,
    zwavePlusRoleType: node.zwavePlusRoleType,
    nodeType: node.nodeType,
    endpointsCount: node.getEndpointCount(),
    endpoints: node.getAllEndpoints().map((endpoint) => ({
      index: endpoint.index,
      label:
        endpoint.endpointLabel || (endpoint.index === 0 ? "Root Endpoint" : `Endpoint ${endpoint.index}`),
      deviceClass: deviceClassKeys(endpoint.deviceClass),
    })),
    isSecure: node.isSecure,
    security: SecurityClass[node.getHighestSecurityClass() as SecurityClass],
    supportsSecurity: node.supportsSecurity,
    supportsBeaming: node.supportsBeaming,
    isControllerNode: node.isControllerNode,
    isListening: node.isListening,
    isFrequentListening: node.isFrequentListening,
    isRouting: node.isRouting,
    keepAwake: node.keepAwake,
    maxDataRate: node.maxDataRate,
    deviceClass,
    lastActive: node.lastSeen?.getTime() ?? null,
    firmwareCapabilities: node.getFirmwareUpdateCapabilitiesCached(),
    protocol: node.protocol,
    deviceId: `${node.manufacturerId}-${node.productId}-${node.productType}`,
    hasDeviceConfigChanged: node.hasDeviceConfigChanged(),
  });
  if (node.isControllerNode) ui["rfRegions"] = regions(driver);
}

/** A node as events carry it. */
export function eventNode(node: ZWaveNode, ui: UiNode | undefined): object {
  return {
    id: node.id,
    inited: ui?.inited,
    name: node.name,
    location: node.location,
    status: node.status,
    isControllerNode: node.isControllerNode,
    interviewStage: node.interviewStage,
    deviceClass: node.deviceClass,
    zwavePlusVersion: node.zwavePlusVersion,
    ready: node.ready,
    zwavePlusRoleType: node.zwavePlusRoleType,
    isListening: node.isListening,
    isFrequentListening: node.isFrequentListening,
    canSleep: node.canSleep,
    isRouting: node.isRouting,
    supportedDataRates: node.supportedDataRates,
    maxDataRate: node.maxDataRate,
    supportsSecurity: node.supportsSecurity,
    isSecure: node.isSecure,
    supportsBeaming: node.supportsBeaming,
    protocolVersion: node.protocolVersion,
    sdkVersion: node.sdkVersion,
    firmwareVersion: node.firmwareVersion,
    manufacturerId: node.manufacturerId,
    manufacturer: ui?.manufacturer,
    productId: node.productId,
    productDescription: ui?.productDescription,
    productType: node.productType,
    productLabel: ui?.productLabel,
    deviceDatabaseUrl: node.deviceDatabaseUrl,
    keepAwake: node.keepAwake,
    protocol: node.protocol,
    supportsLongRange: ui?.supportsLongRange,
  };
}

function hex(id: number | undefined): string {
  return id === undefined ? "0xXXXX" : `0x${id.toString(16).padStart(4, "0")}`;
}

function deviceClassKeys(deviceClass: ZWaveNode["deviceClass"]): object {
  return {
    basic: deviceClass?.basic,
    generic: deviceClass?.generic.key,
    specific: deviceClass?.specific.key,
  };
}

function regions(driver: Driver): object[] {
  const supported = driver.controller.getSupportedRFRegions() ?? [];
  return supported
    .map((region) => ({
      value: region,
      title: getEnumMemberName(RFRegion, region),
      disabled: region === RFRegion.Unknown || region === RFRegion["Default (EU)"],
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}
