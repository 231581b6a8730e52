import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import { z } from "zod";

/** What the server needs to know, checked once at the start. */
export interface Config {
  readonly mqtt: MqttConfig;
  /** The topic prefix that zwave-js-ui publishes under. */
  readonly prefix: string;
  /** The gateway's name as set in zwave-js-ui; undefined means: discover it. */
  readonly gatewayName: string | undefined;
  /** How long one answer of the gateway may take. */
  readonly requestTimeoutMs: number;
  /** How long a device may take to report what a command did. */
  readonly confirmTimeoutMs: number;
  readonly logLevel: LogLevel;
}

export interface MqttConfig {
  /** Broker address with credentials taken out, safe for messages and logs. */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly ca: Buffer | undefined;
  readonly cert: Buffer | undefined;
  readonly key: Buffer | undefined;
  readonly rejectUnauthorized: boolean;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A setting that cannot be used. The message names the variable and says what would be right. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const protocols = ["mqtt:", "mqtts:", "ws:", "wss:", "tcp:", "ssl:", "tls:"];
const truthy = ["true", "1", "yes", "on"];
const falsy = ["false", "0", "no", "off"];

const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === "" ? undefined : value.trim()));

// Blanks at the ends of a password may be meant.
const secret = z
  .string()
  .optional()
  .transform((value) => (value === "" ? undefined : value));

const milliseconds = (fallback: number) =>
  text.transform((value, context) => {
    if (value === undefined) return fallback;
    const number = Number(value);
    if (Number.isInteger(number) && number >= 100 && number <= 600_000) return number;
    context.addIssue({ code: "custom", message: "must be a whole number of milliseconds, 100 to 600000" });
    return z.NEVER;
  });

const flag = (fallback: boolean) =>
  text.transform((value, context) => {
    if (value === undefined) return fallback;
    if (truthy.includes(value.toLowerCase())) return true;
    if (falsy.includes(value.toLowerCase())) return false;
    context.addIssue({ code: "custom", message: 'must be "true" or "false"' });
    return z.NEVER;
  });

const file = text.transform((path, context) => {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.addIssue({ code: "custom", message: `names a file that cannot be read: ${reason}` });
    return z.NEVER;
  }
});

const brokerUrl = text.transform((value, context) => {
  const address = value ?? "mqtt://localhost:1883";
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && protocols.includes(url.protocol) && url.hostname !== "") return url;
  context.addIssue({
    code: "custom",
    message: "must be a broker address like mqtt://localhost:1883 or mqtts://broker.example:8883",
  });
  return z.NEVER;
});

const topicPrefix = text.transform((value, context) => {
  const prefix = (value ?? "zwave").replace(/^\/+|\/+$/g, "");
  if (prefix !== "" && !/[#+\0]/.test(prefix)) return prefix;
  context.addIssue({ code: "custom", message: "must be a topic without wildcards, like zwave" });
  return z.NEVER;
});

const environmentSchema = z.object({
  MQTT_URL: brokerUrl,
  MQTT_USERNAME: text,
  MQTT_PASSWORD: secret,
  MQTT_CA_FILE: file,
  MQTT_CERT_FILE: file,
  MQTT_KEY_FILE: file,
  MQTT_REJECT_UNAUTHORIZED: flag(true),
  ZWAVE_PREFIX: topicPrefix,
  ZWAVE_GATEWAY_NAME: text,
  ZWAVE_REQUEST_TIMEOUT_MS: milliseconds(10_000),
  ZWAVE_CONFIRM_TIMEOUT_MS: milliseconds(5_000),
  LOG_LEVEL: text.pipe(
    z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).default("info"),
  ),
});

/** Reads the configuration from environment variables; throws a ConfigError that names each bad one. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`).join("\n"),
    );
  }
  const settings = parsed.data;
  if ((settings.MQTT_CERT_FILE === undefined) !== (settings.MQTT_KEY_FILE === undefined)) {
    throw new ConfigError("MQTT_CERT_FILE and MQTT_KEY_FILE belong together: set both or neither.");
  }
  requireUsable({ ca: settings.MQTT_CA_FILE, cert: settings.MQTT_CERT_FILE, key: settings.MQTT_KEY_FILE });
  const url = settings.MQTT_URL;
  const username = settings.MQTT_USERNAME ?? decode(url.username);
  const password = settings.MQTT_PASSWORD ?? decode(url.password);
  url.username = "";
  url.password = "";
  return {
    mqtt: {
      url: url.href,
      username,
      password,
      ca: settings.MQTT_CA_FILE,
      cert: settings.MQTT_CERT_FILE,
      key: settings.MQTT_KEY_FILE,
      rejectUnauthorized: settings.MQTT_REJECT_UNAUTHORIZED,
    },
    prefix: settings.ZWAVE_PREFIX,
    gatewayName: settings.ZWAVE_GATEWAY_NAME,
    requestTimeoutMs: settings.ZWAVE_REQUEST_TIMEOUT_MS,
    confirmTimeoutMs: settings.ZWAVE_CONFIRM_TIMEOUT_MS,
    logLevel: settings.LOG_LEVEL,
  };
}

function requireUsable(files: Pick<MqttConfig, "ca" | "cert" | "key">): void {
  try {
    createSecureContext(files);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(
      `MQTT_CA_FILE, MQTT_CERT_FILE or MQTT_KEY_FILE does not hold a usable PEM certificate or key: ${reason}.`,
      { cause: error },
    );
  }
}

function decode(part: string): string | undefined {
  if (part === "") return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
