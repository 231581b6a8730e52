import type { Logger } from "pino";
import { z } from "zod";

/** Command classes this server knows how to read or write. */
export const commandClass = {
  binarySwitch: 37,
  multilevelSwitch: 38,
  binarySensor: 48,
  multilevelSensor: 49,
  meter: 50,
  colorSwitch: 51,
  thermostatMode: 64,
  thermostatOperatingState: 66,
  thermostatSetpoint: 67,
  doorLock: 98,
  notification: 113,
  battery: 128,
} as const;

const propertySchema = z.union([z.string(), z.number()]);

const valueSchema = z.object({
  nodeId: z.number(),
  commandClass: z.number(),
  endpoint: z.number().default(0),
  property: propertySchema,
  propertyKey: propertySchema.optional(),
  label: z.string().optional(),
  readable: z.boolean().default(true),
  writeable: z.boolean().default(false),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  states: z
    .array(z.object({ text: z.string(), value: z.union([z.number(), z.string(), z.boolean()]) }))
    .optional()
    .catch(undefined),
  ccSpecific: z.object({ switchType: z.number().optional() }).optional().catch(undefined),
  value: z.unknown().optional(),
  lastUpdate: z.number().optional(),
});

const nodeSchema = z.object({
  id: z.number(),
  name: z.string().default(""),
  loc: z.string().default(""),
  virtual: z.boolean().default(false),
  isControllerNode: z.boolean().default(false),
  isListening: z.boolean().default(false),
  isFrequentListening: z.unknown().optional(),
  ready: z.boolean().default(false),
  status: z.string().default("Unknown"),
  deviceClass: z.object({ generic: z.number(), specific: z.number() }).optional().catch(undefined),
  values: z.record(z.string(), z.unknown()).default({}),
});

/** One value of a node as zwave-js-ui describes it, with what is needed to read and write it. */
export type ZwaveValue = z.infer<typeof valueSchema>;
export type ZwaveNode = Omit<z.infer<typeof nodeSchema>, "values"> & { values: ZwaveValue[] };

/** What zwave-js-ui wants to see in place of a value. */
export function addressOf({ nodeId, commandClass, endpoint, property, propertyKey }: ZwaveValue) {
  return { nodeId, commandClass, endpoint, property, ...(propertyKey !== undefined && { propertyKey }) };
}

/**
 * Parses the result of `getNodes`. A node or value that does not look like one is left out with a warning:
 * one odd device must not hide the rest of the house. Undefined when it is not a list at all.
 */
export function parseNodes(result: unknown, logger: Logger): ZwaveNode[] | undefined {
  if (!Array.isArray(result)) return undefined;
  const nodes: ZwaveNode[] = [];
  for (const raw of result) {
    const node = nodeSchema.safeParse(raw);
    if (!node.success) {
      logger.warn(
        { reason: z.prettifyError(node.error) },
        "a node of the gateway's list is unreadable, left out",
      );
      continue;
    }
    const values: ZwaveValue[] = [];
    for (const [key, rawValue] of Object.entries(node.data.values)) {
      const value = valueSchema.safeParse(rawValue);
      if (value.success) values.push(value.data);
      else logger.debug({ node: node.data.id, key }, "a value is unreadable, left out");
    }
    nodes.push({ ...node.data, values });
  }
  return nodes;
}
