import { Hono } from "hono";
import { describeTools } from "../tool-list.ts";
import type { Services } from "../startup/services.ts";

/** What the model can do. */
export function toolRoutes({ manager }: Services): Hono {
  const app = new Hono();
  app.get("/tools", (context) => context.json({ tools: describeTools(manager.tools) }));
  return app;
}
