import { readDevice, type Device, type DeviceAction } from "./device.ts";
import { gatewayError, GatewayError } from "./gateway-error.ts";
import { readHealth, type Health } from "./health.ts";
import { fieldsOf, listOf, parseFields, stringOf } from "./json-fields.ts";
import type { ServerEvent } from "./event-source.ts";
import type { Decision } from "./run-event.ts";
import { readStoredConversation, type StoredConversation } from "./stored-messages.ts";
import { readVoiceInfo, type VoiceInfo } from "./voice/voice-info.ts";

type Signal = { readonly signal?: AbortSignal | undefined };
type Resume = Signal & { readonly lastEventId?: string | undefined };

export interface GatewayOptions {
  /** @default "", the address the page came from */
  readonly baseUrl?: string;
  /** @default the browser's */
  readonly fetch?: typeof globalThis.fetch;
}

/** The gateway's HTTP interface. Every failure is a `GatewayError`, or whatever `fetch` throws. */
export type Gateway = ReturnType<typeof createGateway>;

export function createGateway({
  baseUrl = "",
  fetch = globalThis.fetch.bind(globalThis),
}: GatewayOptions = {}) {
  async function ask(path: string, init: Omit<RequestInit, "signal"> & Signal = {}): Promise<Response> {
    const { signal, ...rest } = init;
    const response = await fetch(baseUrl + path, { ...rest, ...(signal && { signal }) });
    if (!response.ok) throw await gatewayError(response);
    return response;
  }

  function post(path: string, body: unknown, { signal }: Signal = {}): Promise<Response> {
    const headers = { "content-type": "application/json" };
    return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  }

  function stream(path: string, { lastEventId, signal }: Resume): Promise<Response> {
    const headers = {
      accept: "text/event-stream",
      ...(lastEventId && { "last-event-id": lastEventId }),
    };
    return ask(path, { headers, cache: "no-store", signal });
  }

  return {
    chat: (body: { message: string; conversationId?: string }, options: Signal) =>
      post("/api/chat", body, options),

    runEvents: (runId: string, options: Resume) =>
      stream(`/api/runs/${encodeURIComponent(runId)}/events`, options),

    deviceEvents: (options: Signal) => stream("/api/devices", options),

    async cancel(runId: string): Promise<void> {
      await post(`/api/runs/${encodeURIComponent(runId)}/cancel`, {});
    },

    async decide(approvalId: string, decisions: readonly Decision[]): Promise<void> {
      await post(`/api/approvals/${encodeURIComponent(approvalId)}`, { decisions });
    },

    async conversation(id: string, options: Signal = {}): Promise<StoredConversation> {
      const response = await ask(`/api/conversations/${encodeURIComponent(id)}`, options);
      return readStoredConversation(await response.json());
    },

    async forget(id: string): Promise<void> {
      await ask(`/api/conversations/${encodeURIComponent(id)}`, { method: "DELETE" });
    },

    async health({ signal }: Signal = {}): Promise<Health> {
      const response = await fetch(`${baseUrl}/api/health`, { cache: "no-store", ...(signal && { signal }) });
      // A home with a broken part may answer 503 and still say which part it is.
      const health = readHealth(await response.json().catch(() => undefined));
      if (!health || (!response.ok && health.parts.length === 0)) {
        throw new GatewayError("The gateway does not say how it is.", { status: response.status });
      }
      return health;
    },

    /** Whether one can talk to this gateway. */
    async voice({ signal }: Signal = {}): Promise<VoiceInfo> {
      const response = await ask("/api/info", { cache: "no-store", signal });
      return readVoiceInfo(await response.json().catch(() => undefined));
    },

    /** Where the WebSocket for talking is. */
    voiceUrl(): string {
      const url = new URL(`${baseUrl}/api/voice`, globalThis.location?.href);
      url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
      return url.href;
    },

    /** Resolves with the gateway's sentence; throws when the device did not do it. */
    async control(deviceId: string, action: DeviceAction): Promise<string> {
      const response = await post(`/api/devices/${encodeURIComponent(deviceId)}`, action);
      const answer = fieldsOf(await response.json().catch(() => undefined));
      const message = stringOf(answer?.["message"]) ?? "";
      if (answer?.["ok"] === false) {
        throw new GatewayError(message || "The device did not do it.", { status: response.status });
      }
      return message;
    },
  };
}

export type DeviceEvent =
  | { readonly type: "snapshot"; readonly devices: readonly Device[] }
  | { readonly type: "device"; readonly device: Device };

/** The type stands in the event's name or in its data. */
export function parseDeviceEvent({ name, data }: ServerEvent): DeviceEvent | undefined {
  const fields = parseFields(data);
  const type = stringOf(fields?.["type"]) ?? name;
  if (type === "snapshot") return { type, devices: listOf(fields?.["devices"], readDevice) };
  const device = type === "device" ? readDevice(fields?.["device"] ?? fields) : undefined;
  return device && { type: "device", device };
}
