import { readFileSync } from "node:fs";
import type { Logger } from "antiphon";
import { Hono } from "hono";
import { RunRefused } from "../runs/run-refused.ts";
import type { Talk } from "../startup/talk.ts";
import type { Services } from "../startup/services.ts";
import type { Voice } from "../voice/voice.ts";
import { chatRoutes } from "./chat-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import { openAIRoutes } from "./openai-routes.ts";
import { servePage } from "./page.ts";
import { HttpProblem, problemBody } from "./problem.ts";
import { bodyReader } from "./request-body.ts";
import { security } from "./security.ts";
import { toolRoutes } from "./tool-routes.ts";
import { voiceRoutes } from "./voice-socket.ts";

export interface AppOptions {
  services: Services;
  talk: Talk;
  voice: Voice;
  logger: Logger;
  /** @default the built page */
  pageFolder?: string;
}

export const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as { version: string };

/** All routes; nothing listens yet. */
export function createApp({ services, talk, voice, logger, pageFolder }: AppOptions): Hono {
  const { config, parts } = services;
  const app = new Hono();
  app.onError((error, context) => {
    const problem = toProblem(error);
    if (!problem) logger.error({ error, path: context.req.path }, "A request failed");
    const answer =
      problem ??
      new HttpProblem(500, "internal", { message: "Something went wrong; the gateway's log says what." });
    return context.json(problemBody(answer, context.req.path), answer.status);
  });
  app.notFound((context) => {
    const problem = new HttpProblem(404, "not_found", { message: "There is nothing here." });
    return context.json(problemBody(problem, context.req.path), 404);
  });
  app.use(async (context, next) => {
    await next();
    context.header("x-content-type-options", "nosniff");
    context.header("referrer-policy", "no-referrer");
  });
  app.use(security(config));
  const readBody = bodyReader({ maxBytes: config.maxBodyBytes });

  app.get("/api/info", async (context) => {
    // Other commands of ours join the home of a gateway that runs already.
    const broker = await services.embeddedBroker;
    const info = { name: "Antiphon", version, voice: voice.availability() };
    return context.json({ ...info, ...(broker !== undefined && { broker }) });
  });
  app.get("/api/health", async (context) => {
    const { client, offline } = await services.model;
    const states = parts.list();
    const ok = states.every(({ state }) => state !== "failed");
    return context.json({ ok, model: { name: client.modelName, offline }, parts: states });
  });
  app.route("/api", chatRoutes({ ...talk, readBody }));
  app.route("/api", toolRoutes(services));
  app.route("/api", deviceRoutes({ ...services, readBody }));
  app.route("/api", voiceRoutes({ voice, logger }));
  app.route("/v1", openAIRoutes({ services, talk, readBody, logger }));
  app.all("/api/*", (context) => context.notFound());
  app.all("/v1/*", (context) => context.notFound());
  app.get("*", servePage(pageFolder));
  return app;
}

const refusals = new Map([
  ["busy", [409, "conversation_busy"]],
  ["too-many", [429, "too_many_runs"]],
  ["closing", [503, "closing"]],
] as const);

function toProblem(error: Error): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (!(error instanceof RunRefused)) return undefined;
  const [status, code] = refusals.get(error.kind) ?? [503, "refused"];
  return new HttpProblem(status, code, {
    message: error.message,
    ...(error.runId !== undefined && { runId: error.runId }),
  });
}
