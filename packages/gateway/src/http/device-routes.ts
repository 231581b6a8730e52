import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { deviceActionSchema, toToolCall } from "../devices/device-action.ts";
import { deviceChanges } from "../devices/device-changes.ts";
import type { LiveDevices } from "../devices/live-devices.ts";
import { allowAll, type RunContext } from "../runs/approver.ts";
import type { Services } from "../startup/services.ts";
import { eventStream } from "./event-stream.ts";
import { HttpProblem } from "./problem.ts";
import type { ReadBody } from "./request-body.ts";

/** How long a list may take that is still on its way. */
const listWaitMs = 3_000;

/** The home, as it is and as it changes, and its buttons. */
export function deviceRoutes({ devices, executor, readBody }: Services & { readBody: ReadBody }): Hono {
  const app = new Hono();

  app.get("/devices", async (context) => {
    const live = await requireHome();
    if (!/\btext\/event-stream\b/i.test(context.req.header("accept") ?? "")) {
      await live.loaded(listWaitMs);
      if (live.problem !== undefined)
        throw new HttpProblem(503, "devices_unavailable", { message: live.problem });
      return context.json({ devices: live.devices });
    }
    const changes = deviceChanges(live);
    return eventStream(changes.items, { onClose: changes.close });
  });

  app.post("/devices/:id", async (context) => {
    const live = await requireHome();
    const wish = await readBody(context, deviceActionSchema);
    const device = live.find(context.req.param("id"));
    if (!device) throw new HttpProblem(404, "device_not_found", { message: "There is no such device." });
    const { name, args } = toToolCall(device, wish);
    // Whoever clicks "unlock" has decided.
    const runContext: RunContext = { approver: allowAll };
    const { status, text } = await executor.execute(
      { id: randomUUID(), name, args },
      { signal: context.req.raw.signal, context: runContext },
    );
    return context.json({ ok: status !== "error", message: text.replace(/^Error: /, "") });
  });

  async function requireHome(): Promise<LiveDevices> {
    const live = await devices;
    if (live) return live;
    throw new HttpProblem(503, "no_home", {
      message: "There is no home here: it is switched off or did not start.",
    });
  }

  return app;
}
