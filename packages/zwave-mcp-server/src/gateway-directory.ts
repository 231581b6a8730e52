import { z } from "zod";

const clientPrefix = "ZWAVE_GATEWAY-";
const statusSchema = z.object({ value: z.boolean() });
const versionSchema = z.object({ value: z.string() });

export type GatewayState = "up" | "down" | "unknown";

/**
 * Which zwave-js-ui gateways are there, from their retained status and last will.
 * One is chosen by its configured name, or because it is the only one.
 */
export class GatewayDirectory {
  readonly #configured: string | undefined;
  readonly #states = new Map<string, GatewayState>();
  readonly #versions = new Map<string, string>();
  #driverReady: boolean | undefined;

  constructor(configuredName: string | undefined) {
    this.#configured = configuredName === undefined ? undefined : toClientId(configuredName);
    if (this.#configured !== undefined) this.#states.set(this.#configured, "unknown");
  }

  /** Takes in one message; `path` is the topic below the prefix. Returns whether it was of interest. */
  learn(path: string, payload: string): boolean {
    if (path === "driver/status") {
      const ready = /^\s*(true|false)\s*$/.exec(payload)?.[1];
      this.#driverReady = ready === undefined ? undefined : ready === "true";
      return true;
    }
    const match = /^_CLIENTS\/(ZWAVE_GATEWAY-.+)\/(status|version)$/.exec(path);
    const client = match?.[1];
    if (client === undefined) return false;
    if (match?.[2] === "version") {
      const version = versionSchema.safeParse(parseJson(payload));
      if (version.success) this.#versions.set(client, version.data.value);
      return true;
    }
    if (payload === "") {
      this.#states.delete(client);
      return true;
    }
    const status = statusSchema.safeParse(parseJson(payload));
    if (status.success) this.#states.set(client, status.data.value ? "up" : "down");
    return true;
  }

  /** After the broker was away nobody knows who is up, until the gateways say so again. */
  forgetStates(): void {
    for (const client of this.#states.keys()) this.#states.set(client, "unknown");
    this.#driverReady = undefined;
  }

  /** The client id of the gateway to talk to, or why there is none. */
  choose(): { client: string; state: GatewayState } | { reason: "none" | "several"; names: string[] } {
    if (this.#configured !== undefined) {
      return { client: this.#configured, state: this.#states.get(this.#configured) ?? "unknown" };
    }
    const all = [...this.#states];
    const up = all.filter(([, state]) => state === "up");
    const candidates = up.length > 0 ? up : all;
    const [only] = candidates;
    if (candidates.length === 1 && only !== undefined) return { client: only[0], state: only[1] };
    return {
      reason: candidates.length === 0 ? "none" : "several",
      names: candidates.map(([client]) => gatewayName(client)),
    };
  }

  versionOf(client: string): string | undefined {
    return this.#versions.get(client);
  }

  /** What `driver/status` said last; undefined when it has not been seen. */
  get driverReady(): boolean | undefined {
    return this.#driverReady;
  }
}

export function gatewayName(client: string): string {
  return client.startsWith(clientPrefix) ? client.slice(clientPrefix.length) : client;
}

/** zwave-js-ui turns blanks into underscores and drops what it does not allow in a client id. */
function toClientId(name: string): string {
  const bare = name.startsWith(clientPrefix) ? name.slice(clientPrefix.length) : name;
  return clientPrefix + bare.replace(/\s/g, "_").replace(/[^A-Za-z0-9\-_À-ÖØ-öø-ÿ/]/g, "");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
