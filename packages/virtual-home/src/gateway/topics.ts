/** Command classes as zwave-js-ui writes them in named topics; it has no name for the ones that are not here. */
const commandClassNames: ReadonlyMap<number, string> = new Map([
  [32, "basic"],
  [37, "switch_binary"],
  [38, "switch_multilevel"],
  [48, "sensor_binary"],
  [49, "sensor_multilevel"],
  [50, "meter"],
  [51, "color"],
  [64, "thermostat_mode"],
  [66, "thermostat_operating_state"],
  [67, "thermostat_setpoint"],
  [68, "thermostat_fan_mode"],
  [98, "door_lock"],
  [112, "configuration"],
  [113, "notification"],
  [114, "manufacturer_specific"],
  [118, "lock"],
  [119, "node_naming"],
  [128, "battery"],
  [132, "wake_up"],
  [134, "version"],
  [135, "indicator"],
]);

export type TopicStyle = "named" | "valueId";

export interface TopicOptions {
  style: TopicStyle;
  /** In the value-id style: names instead of node ids. */
  nodeNames: boolean;
}

interface NamedNode {
  id: number;
  name: string;
  loc?: string;
}

interface AddressedValue {
  commandClass: number;
  endpoint?: number | undefined;
  property: string | number;
  propertyName?: string | undefined;
  propertyKey?: string | number | undefined;
}

/** Blanks become `_`; what is neither letter (Latin-1), digit, `-`, `_` nor `/` is dropped. */
export function sanitizeTopic(text: string): string {
  return text.replaceAll(/\s/g, "_").replaceAll(/[^\w\-/À-ÖØ-öø-ÿ]/g, "");
}

export function clientName(gatewayName: string): string {
  return sanitizeTopic(`ZWAVE_GATEWAY-${gatewayName}`);
}

/** Without the prefix: `Kitchen/Ceiling_Light`, `nodeID_3`, `3`. */
export function nodeTopic(node: NamedNode, { style, nodeNames }: TopicOptions): string {
  const byId = style === "valueId" && !nodeNames;
  const own = byId ? String(node.id) : node.name || `nodeID_${node.id}`;
  return [node.loc, own]
    .filter((part) => part !== undefined && part !== "")
    .map((part) => sanitizeTopic(part as string))
    .join("/");
}

/** Without the prefix: `Kitchen/Ceiling_Light/switch_multilevel/endpoint_0/targetValue`, `3/38/0/targetValue`. */
export function valueTopic(node: NamedNode, value: AddressedValue, options: TopicOptions): string {
  const { commandClass, endpoint = 0, property, propertyName = String(property), propertyKey } = value;
  const parts =
    options.style === "named"
      ? [
          commandClassNames.get(commandClass) ?? `unknownClass_${commandClass}`,
          `endpoint_${endpoint}`,
          propertyName,
        ]
      : [commandClass, endpoint, property];
  if (propertyKey !== undefined) parts.push(propertyKey);
  const own = parts.map((part) => sanitizeTopic(String(part).replaceAll("/", "-")));
  return [nodeTopic(node, options), ...own].join("/");
}
