import type { Device, DeviceAction } from "./device.ts";
import { followEvents } from "./follow-events.ts";
import { failureSentence, GatewayError } from "./gateway-error.ts";
import { parseDeviceEvent, type DeviceEvent, type Gateway } from "./gateway.ts";
import { troubledParts, type Health } from "./health.ts";
import { pause } from "./pause.ts";
import { createStore, type StoreOptions } from "./store.ts";

export interface HomeState {
  /** Not known before the first word of the gateway. */
  readonly devices: readonly Device[] | undefined;
  readonly health: Health | undefined;
  readonly link: "connecting" | "live" | "reconnecting";
  /** Why the gateway has no devices to show; it is asked again from time to time. */
  readonly problem: string;
}

type HomeAction =
  | DeviceEvent
  | { readonly type: "link"; readonly link: HomeState["link"] }
  | { readonly type: "health"; readonly health: Health }
  | { readonly type: "problem"; readonly problem: string; readonly link: HomeState["link"] };

export function homeReducer(state: HomeState, action: HomeAction): HomeState {
  switch (action.type) {
    case "snapshot":
      return { ...state, devices: action.devices };
    case "device": {
      const devices = state.devices ?? [];
      const index = devices.findIndex(({ id }) => id === action.device.id);
      return {
        ...state,
        devices: index < 0 ? [...devices, action.device] : devices.with(index, action.device),
      };
    }
    case "link":
      return state.link === action.link && !state.problem
        ? state
        : { ...state, link: action.link, problem: "" };
    case "health":
      return { ...state, health: action.health };
    default:
      return { ...state, link: action.link, problem: action.problem };
  }
}

/** 503 is the gateway's own word that there is no home; it is there and can be talked to. */
function problemOf(error: unknown): HomeAction {
  const answered = error instanceof GatewayError && error.status === 503;
  return { type: "problem", problem: failureSentence(error), link: answered ? "live" : "reconnecting" };
}

export interface LiveHomeOptions {
  readonly gateway: Gateway;
  /** @default 4 s */
  readonly healthEveryMs?: number;
  readonly schedule?: StoreOptions<never, never>["schedule"];
}

/** How soon to ask again while somebody waits: for an answer, or for a part to come back. */
const closelyEveryMs = 1_000;
/** A gateway that says nothing for so long counts as gone. */
const healthTimeoutMs = 8_000;

export type LiveHome = ReturnType<typeof createLiveHome>;

/** The devices and the health of every part, kept up to date until closed. */
export function createLiveHome({ gateway, healthEveryMs = 4_000, schedule }: LiveHomeOptions) {
  const store = createStore<HomeState, HomeAction>({
    initial: { devices: undefined, health: undefined, link: "connecting", problem: "" },
    reducer: homeReducer,
    ...(schedule && { schedule }),
  });
  const life = new AbortController();
  let connection = new AbortController();
  let rest = new AbortController();
  let closely = false;

  async function followDevices(): Promise<void> {
    while (!life.signal.aborted) {
      connection = new AbortController();
      const signal = connection.signal;
      try {
        for await (const item of followEvents((options) => gateway.deviceEvents(options), { signal })) {
          if (item.type === "open") store.dispatch({ type: "link", link: "live" });
          else if (item.type === "lost") {
            store.dispatch(item.refusal ? problemOf(item.refusal) : { type: "link", link: "reconnecting" });
          } else {
            const event = parseDeviceEvent(item.event);
            if (event) store.dispatch(event);
          }
        }
      } catch (error) {
        store.dispatch(problemOf(error));
        await pause(5_000, { signal: life.signal });
      }
    }
  }

  async function watchHealth(): Promise<void> {
    let silent = false;
    while (!life.signal.aborted) {
      // Renewed before the question, so that a wish in the meantime is not lost.
      rest = new AbortController();
      try {
        const signal = AbortSignal.any([life.signal, AbortSignal.timeout(healthTimeoutMs)]);
        store.dispatch({ type: "health", health: await gateway.health({ signal }) });
        // A sleeping laptop's stream looks alive for minutes: after a silence it is opened anew.
        if (silent) connection.abort();
        silent = false;
      } catch {
        silent = true;
        if (!life.signal.aborted) store.dispatch({ type: "link", link: "reconnecting" });
      }
      const { health } = store.get();
      const soon = silent || closely || (health !== undefined && troubledParts(health).length > 0);
      await pause(soon ? Math.min(closelyEveryMs, healthEveryMs) : healthEveryMs, {
        signal: AbortSignal.any([life.signal, rest.signal]),
      });
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start(): void {
      void followDevices();
      void watchHealth();
    },
    /** While an answer is under way, the health is asked for at once and more often: it may explain a delay. */
    watchClosely(wanted: boolean): void {
      closely = wanted;
      if (wanted) rest.abort();
    },
    control: (deviceId: string, action: DeviceAction) => gateway.control(deviceId, action),
    close(): void {
      life.abort();
      connection.abort();
    },
  };
}
