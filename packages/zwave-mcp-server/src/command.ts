import { type Device, spokenName } from "./device.ts";
import { explain, Failure } from "./failure.ts";
import { GatewayError } from "./gateway-error.ts";
import type { CallOptions, Home } from "./home.ts";
import { pause } from "./pause.ts";
import type { ZwaveValue } from "./zwave-node.ts";

export interface Command {
  device: Device;
  target: ZwaveValue;
  /** Where the device reports the outcome. */
  current: ZwaveValue;
  newValue: unknown;
  /** Whether a reported value is what was asked for. */
  reached: (reported: unknown) => boolean;
  /** How a reported value reads after "it is": "off", "on at 40 %", "locked". */
  describe: (reported: unknown) => string;
  /** What was asked for, in the same form. */
  wanted: string;
  /** It may be on its way longer than anyone waits; then where it is now is the answer. @default false */
  travels?: boolean;
  /** @default the configured time */
  confirmTimeoutMs?: number;
}

/** What the device itself reported after the command. */
export interface Outcome {
  reported: unknown;
  /** False only for what travels: it moves, but is not yet where it was sent. */
  reached: boolean;
}

const accepted = [1, 254, 255];
const rejections = new Map([
  [0, "the device does not support this command"],
  [2, "the device did not carry out the command"],
  [3, "the device has no such part"],
  [4, "the gateway cannot write this value"],
  [5, "the device does not accept this value"],
]);
const firstPollMs = 150;
const longestPollMs = 1_000;

/**
 * Sends one command and waits for what the device reports, which is all that counts:
 * the gateway publishes a value as soon as it has sent it, before the device has said anything.
 * Throws a Failure whose sentence says what is known and what is not.
 */
export function carryOut(home: Home, command: Command, options: CallOptions = {}): Promise<Outcome> {
  return home.exclusive(
    command.device.nodeId,
    async () => {
      await requireReachable(home, command.device, options);
      await send(home, command, options);
      return confirm(home, command, options);
    },
    options,
  );
}

/** A device that the gateway takes for dead may be back: it is asked once before the command is refused. */
async function requireReachable(home: Home, device: Device, { signal }: CallOptions): Promise<void> {
  if (device.status !== "dead") return;
  const answers = await home.ping(device.nodeId, { signal }).catch((error: unknown) => {
    if (error instanceof GatewayError && error.kind === "refused") return false;
    throw error;
  });
  if (!answers) throw new Failure(`${deadSentence(device)} Nothing was switched.`);
}

async function send(
  home: Home,
  { device, target, newValue }: Command,
  { signal }: CallOptions,
): Promise<void> {
  const name = spokenName(device);
  let result: unknown;
  try {
    result = await home.write(target, newValue, { signal });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind === "cancelled") throw error;
    if (!error.sent) throw new Failure(`${explain(error)} Nothing was switched.`);
    if (error.kind === "refused") throw new Failure(`${name} was not changed. ${explain(error)}`);
    if (error.kind === "timeout" && device.status === "asleep") {
      throw new Failure(
        `${name} is asleep to save its battery. The command waits at the gateway and takes effect when the device wakes up; it has not reported anything yet.`,
      );
    }
    throw new Failure(
      `${explain(error)} It is not known whether ${name} was changed; ask for its state again.`,
    );
  }
  const status = statusOf(result);
  if (status !== undefined && accepted.includes(status)) return;
  const devices = await home.devices({ signal, fresh: true }).catch(() => []);
  const now = devices.find((other) => other.nodeId === device.nodeId);
  if (now?.status === "dead") throw new Failure(`${deadSentence(now)} The command was not acknowledged.`);
  const reason =
    (status === undefined ? undefined : rejections.get(status)) ?? "the gateway gave no usable answer";
  throw new Failure(`${name} was not changed: ${reason} (status ${status ?? "missing"}).`);
}

async function confirm(home: Home, command: Command, { signal }: CallOptions): Promise<Outcome> {
  const { device, current, reached, describe, wanted, travels = false } = command;
  const timeoutMs = command.confirmTimeoutMs ?? home.config.confirmTimeoutMs;
  const started = Date.now();
  const seen = new Set<unknown>();
  let wait = firstPollMs;
  for (;;) {
    const reported = await ask(home, command, { signal });
    if (reached(reported)) return { reported, reached: true };
    seen.add(reported);
    const elapsedMs = Date.now() - started;
    if (elapsedMs + wait > timeoutMs) {
      if (travels && seen.size > 1) return { reported, reached: false };
      const still = reported === current.value ? "still reports" : "reports";
      throw new Failure(
        `The command did not take effect: ${(elapsedMs / 1000).toFixed(1)} s after it was sent, ${spokenName(device)} ${still} that it is ${describe(reported)}, not ${wanted}.`,
      );
    }
    await pause(wait, signal);
    wait = Math.min(wait * 2, longestPollMs);
  }
}

async function ask(home: Home, { device, current }: Command, { signal }: CallOptions): Promise<unknown> {
  try {
    return await home.poll(current, { signal });
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind === "cancelled") throw error;
    const reason =
      error.kind === "refused" ? `it did not answer when asked for its state (${error.message})` : undefined;
    const known = reason ?? "its effect could not be checked";
    const cause = reason === undefined ? ` ${explain(error)}` : "";
    throw new Failure(
      `The command was sent to ${spokenName(device)}, but ${known}.${cause} It is not known whether it took effect.`,
    );
  }
}

export function deadSentence(device: Device): string {
  return `${spokenName(device)} does not answer: the Z-Wave controller lists it as dead. Check that it has power and is in range.`;
}

function statusOf(result: unknown): number | undefined {
  if (typeof result !== "object" || result === null || !("status" in result)) return undefined;
  return typeof result.status === "number" ? result.status : undefined;
}
