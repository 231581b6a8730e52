import { Hono } from "hono";
import { z } from "zod";
import { toWireMessage } from "../conversations/wire-message.ts";
import type { LogEntry } from "../runs/run-log.ts";
import type { Run } from "../runs/run.ts";
import type { Talk } from "../startup/talk.ts";
import { eventStream, type StreamItem } from "./event-stream.ts";
import { HttpProblem } from "./problem.ts";
import type { ReadBody } from "./request-body.ts";

const conversationId = z
  .string("must be a text")
  .regex(/^[\w-]{1,100}$/, "must be 1 to 100 letters, digits, _ or -");

const chatSchema = z.object({
  message: z.string("must be a text").refine((text) => text.trim() !== "", "must not be empty"),
  conversationId: conversationId.optional(),
});

const decisionsSchema = z.object({
  decisions: z.array(
    z.object({
      id: z.string("must be the id of a call"),
      allowed: z.boolean("must be true or false"),
      reason: z.string("must be a text").max(500, "must be at most 500 characters").optional(),
    }),
    "must be a list of decisions",
  ),
});

/** Conversations: ask, follow, stop, approve, look back. */
export function chatRoutes({
  runs,
  approvals,
  conversations,
  readBody,
}: Talk & { readBody: ReadBody }): Hono {
  const app = new Hono();

  app.post("/chat", async (context) => {
    const { message, conversationId } = await readBody(context, chatSchema);
    return follow(runs.start(message, { conversationId }));
  });

  app.get("/runs/:runId/events", (context) => {
    const run = requireRun(context.req.param("runId"));
    const last = context.req.header("last-event-id") ?? context.req.query("after") ?? "0";
    const number = /^(?:.*:)?(\d{1,15})$/.exec(last)?.[1];
    if (number === undefined) {
      const message = 'Last-Event-ID must be an event\'s id, "after" its number.';
      throw new HttpProblem(400, "invalid_request", { message });
    }
    return follow(run, Number(number));
  });

  app.post("/runs/:runId/cancel", (context) => {
    requireRun(context.req.param("runId")).cancel();
    return context.json({ ok: true }, 202);
  });

  app.post("/approvals/:approvalId", async (context) => {
    const { decisions } = await readBody(context, decisionsSchema);
    const answered = approvals.answer(context.req.param("approvalId"), decisions);
    if (!answered) {
      const message =
        "This question is not open any more: it was answered, took too long, or its run has ended.";
      throw new HttpProblem(404, "approval_not_found", { message });
    }
    const [unknown] = answered.unknown;
    if (unknown !== undefined) {
      const message = `The question has no call "${unknown.slice(0, 100)}". Nothing was decided.`;
      throw new HttpProblem(400, "invalid_request", { message });
    }
    return context.json({ ok: true });
  });

  app.get("/conversations/:id", (context) => {
    const id = requireId(context.req.param("id"));
    const conversation = conversations.find(id);
    return context.json({
      id,
      messages: (conversation?.messages ?? []).map(toWireMessage),
      running: conversation?.running ?? null,
    });
  });

  app.delete("/conversations/:id", (context) => {
    const id = requireId(context.req.param("id"));
    const conversation = conversations.find(id);
    if (conversation?.running !== undefined) runs.find(conversation.running)?.cancel();
    conversation?.reset();
    return context.json({ id, messages: [], running: null });
  });

  function requireRun(id: string): Run {
    const run = runs.find(id);
    if (run) return run;
    throw new HttpProblem(404, "run_not_found", {
      message: "There is no such run, or it ended too long ago.",
    });
  }

  return app;
}

function requireId(id: string): string {
  const { success } = conversationId.safeParse(id);
  if (success) return id;
  throw new HttpProblem(400, "invalid_request", { message: "That is not an id of a conversation." });
}

function follow(run: Run, after = 0): Response {
  const { entries, close } = run.attach({ after });
  return eventStream(asItems(entries, run.id), { onClose: close });
}

async function* asItems(entries: AsyncIterable<LogEntry>, runId: string): AsyncGenerator<StreamItem> {
  for await (const { number, json } of entries) yield { id: `${runId}:${number}`, data: json };
}
