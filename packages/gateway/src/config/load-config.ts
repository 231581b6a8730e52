import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { closestKey } from "./closest-key.ts";
import { parseModels } from "./model-names.ts";
import { ConfigError } from "./config-error.ts";
import { configKeys, configSchema, isLoopback, variableOf, type Config, type ConfigKey } from "./schema.ts";

export const defaultFile = "antiphon.json";

export interface LoadConfigOptions {
  /** By key; those that are undefined were not given. */
  flags?: Partial<Record<ConfigKey, unknown>>;
  /** @default process.env */
  env?: Readonly<Record<string, string | undefined>>;
  /** Named by the person: it must exist. @default antiphon.json, when there is one */
  file?: string | undefined;
  /** @default process.cwd() */
  cwd?: string;
}

/** The settings of the file, then of the environment, then of the flags; the last one wins. */
export async function loadConfig({
  flags = {},
  env = process.env,
  file = env["ANTIPHON_CONFIG"],
  cwd = process.cwd(),
}: LoadConfigOptions = {}): Promise<Config> {
  const values = new Map<string, unknown>();
  const sources = new Map<string, string>();
  const take = (key: string, value: unknown, source: string): void => {
    values.set(key, value);
    sources.set(key, source);
  };
  const fromFile = await readSettings(file, cwd);
  for (const [key, value] of Object.entries(fromFile.settings)) take(key, value, fromFile.name);
  for (const key of configKeys) {
    const value = env[variableOf(key)];
    if (value !== undefined && value !== "") take(key, value, variableOf(key));
  }
  for (const key of configKeys) {
    if (flags[key] !== undefined) take(key, flags[key], flagOf(key));
  }
  return check(values, sources);
}

function check(values: ReadonlyMap<string, unknown>, sources: ReadonlyMap<string, string>): Config {
  const unknown = [...values.keys()].filter((key) => !configKeys.includes(key as ConfigKey));
  const known = Object.fromEntries([...values].filter(([key]) => !unknown.includes(key)));
  const parsed = configSchema.safeParse(known);
  const from = (key: string): string => (sources.has(key) ? ` (from ${sources.get(key)})` : "");
  const problems = unknown.map((key) => {
    const close = closestKey(key, configKeys);
    return `${key}${from(key)} is not a setting${close ? `; did you mean ${close}?` : "."}`;
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const key = String(path[0]);
    problems.push(`${path.map(String).join(".")}${from(key)} ${message}.`);
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const config = parsed.data;
  if (!isLoopback(config.host) && config.token === undefined) {
    throw new ConfigError([
      `host${from("host")} is ${config.host}, which others can reach: set a token too (--token or ANTIPHON_TOKEN, at least 16 characters).`,
    ]);
  }
  if (config.home === "own" && config.broker === undefined)
    throw new ConfigError([`home${from("home")} is "own", which needs a broker (--broker mqtt://…).`]);
  if (config.search === "searxng" && config.searchUrl === undefined)
    throw new ConfigError([`search${from("search")} is "searxng", which needs searchUrl.`]);
  if (config.search === "brave" && config.searchKey === undefined)
    throw new ConfigError([`search${from("search")} is "brave", which needs searchKey.`]);
  for (const kind of ["stt", "tts"] as const) {
    const needsUrl = config[kind] === "openai" || config[kind] === "wyoming";
    if (needsUrl && config[`${kind}Url`] === undefined)
      throw new ConfigError([`${kind}${from(kind)} is "${config[kind]}", which needs ${kind}Url.`]);
  }
  try {
    parseModels(config.model);
  } catch (error) {
    throw new ConfigError([`model${from("model")}: ${(error as Error).message}`], { cause: error });
  }
  return config;
}

async function readSettings(
  file: string | undefined,
  cwd: string,
): Promise<{ name: string; settings: Record<string, unknown> }> {
  const name = file ?? defaultFile;
  let content: string;
  try {
    content = await readFile(resolve(cwd, name), "utf8");
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (missing && file === undefined) return { name, settings: {} };
    throw new ConfigError([
      `${name} ${missing ? "does not exist" : `cannot be read (${(error as Error).message})`}.`,
    ]);
  }
  let settings: unknown;
  try {
    settings = JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ConfigError([`${name} is not JSON: ${(error as Error).message}.`]);
  }
  if (typeof settings !== "object" || settings === null || Array.isArray(settings))
    throw new ConfigError([`${name} must hold one JSON object.`]);
  // Editors look for it, to help with writing the file.
  const { $schema: _, ...rest } = settings as Record<string, unknown>;
  return { name, settings: rest };
}

function flagOf(key: string): string {
  return `--${key.replace(/([A-Z])/g, "-$1").toLowerCase()}`;
}
