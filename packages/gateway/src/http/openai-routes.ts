import { randomUUID } from "node:crypto";
import type { Logger } from "antiphon";
import { Hono } from "hono";
import { trimHistory } from "../conversations/trim-history.ts";
import { allowAll, refuseAll, type RunContext } from "../runs/approver.ts";
import { modelFailure } from "../runs/model-failure.ts";
import type { Services } from "../startup/services.ts";
import { untilReady, type Talk } from "../startup/talk.ts";
import { eventStream } from "./event-stream.ts";
import { completionChunks, finishReason, toUsage } from "./openai-answer.ts";
import { completionSchema, toHistory, type Completion } from "./openai-messages.ts";
import { HttpProblem } from "./problem.ts";
import type { ReadBody } from "./request-body.ts";

export interface OpenAIOptions {
  services: Services;
  talk: Talk;
  readBody: ReadBody;
  logger: Logger;
}

const generalName = "antiphon";

/** OpenAI's chat completions, for clients that know nothing of homes: the tools are ours and run here. */
export function openAIRoutes({ services, talk, readBody, logger }: OpenAIOptions): Hono {
  const { config } = services;
  const created = Math.floor(Date.now() / 1000);
  const app = new Hono();

  app.get("/models", async (context) => {
    const names = await modelNames();
    return context.json({ object: "list", data: names.map(toModel) });
  });

  // A model's name may hold slashes.
  app.get("/models/:id{.+}", async (context) => {
    const id = context.req.param("id");
    if (!(await modelNames()).includes(id)) throw await unknownModel(id);
    return context.json(toModel(id));
  });

  app.post("/chat/completions", async (context) => {
    const body = await readBody(context, completionSchema);
    await check(body);
    const leave = talk.runs.enter();
    const controller = new AbortController();
    const end = (): void => {
      leave();
      controller.abort(new DOMException("The client has gone.", "AbortError"));
    };
    // `once` and the answer's own end keep this from outliving the request.
    context.req.raw.signal.addEventListener("abort", end, { once: true });
    let streaming = false;
    try {
      const { client } = await services.model;
      await untilReady(services.toolsReady, controller.signal);
      const history = trimHistory(toHistory(body.messages, talk.systemPrompt), {
        maxTokens: config.contextTokens,
      });
      const runContext: RunContext = { approver: config.yes ? allowAll : refuseAll };
      const options = { signal: controller.signal, context: runContext };
      const head = {
        id: `chatcmpl-${randomUUID()}`,
        created: Math.floor(Date.now() / 1000),
        model: body.model,
      };
      if (body.stream === true) {
        streaming = true;
        const chunks = completionChunks(client.run(history, options), {
          head,
          includeUsage: body.stream_options?.include_usage === true,
          onFailure: (error) => logger.warn({ error }, "A streamed completion failed"),
        });
        return eventStream(chunks, { onClose: end });
      }
      const { output, usage, stopReason } = await client.invoke(history, options);
      return context.json({
        ...head,
        object: "chat.completion",
        choices: [
          {
            index: 0,
            message: { role: "assistant", content: output, refusal: null },
            logprobs: null,
            finish_reason: finishReason(stopReason),
          },
        ],
        usage: toUsage(usage),
      });
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      logger.warn({ error }, "A completion failed");
      throw new HttpProblem(502, "model_failed", { message: modelFailure(error).message });
    } finally {
      if (!streaming) end();
    }
  });

  async function check({ model, messages, tools, functions }: Completion): Promise<void> {
    if (messages.length > config.maxMessages) {
      const message = `The request holds ${messages.length} messages; at most ${config.maxMessages} are taken.`;
      throw new HttpProblem(400, "too_many_messages", { message, param: "messages" });
    }
    if ((tools?.length ?? 0) > 0 || (functions?.length ?? 0) > 0) {
      const message =
        "Tools of the client are not supported: this gateway runs the tools of the home by itself.";
      throw new HttpProblem(400, "tools_not_supported", { message, param: "tools" });
    }
    if (!(await modelNames()).includes(model)) throw await unknownModel(model);
  }

  async function modelNames(): Promise<string[]> {
    const { client } = await services.model;
    return [...new Set([generalName, client.modelName])];
  }

  async function unknownModel(id: string): Promise<HttpProblem> {
    const message = `There is no model "${id.slice(0, 100)}" here. There is: ${(await modelNames()).join(", ")}.`;
    return new HttpProblem(404, "model_not_found", { message, param: "model" });
  }

  function toModel(id: string): object {
    return { id, object: "model", created, owned_by: generalName };
  }

  return app;
}
