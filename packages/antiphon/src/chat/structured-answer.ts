import { HumanMessage, type AIMessage, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import { toJsonSchema } from "@langchain/core/utils/json_schema";
import { interopParseAsync, isInteropZodSchema, type InteropZodType } from "@langchain/core/utils/types";
import { ModelError } from "../errors.ts";
import { schemaProblems } from "../tools/arguments.ts";
import { isRecord } from "../tools/tool.ts";
import { asModelError } from "./run.ts";
import type { RunSetup } from "./run.ts";
import { ModelRequest } from "./model-request.ts";
import { ModelTurn } from "./model-turn.ts";
import { addUsage, noUsage } from "./usage.ts";

/** A zod schema, whose type the answer then has, or a JSON Schema. */
export type AnswerSchema<T> = InteropZodType<T, unknown> | Record<string, unknown>;

export interface StructuredRequest<T> {
  readonly schema: AnswerSchema<T>;
  /** The conversation so far; not changed. */
  readonly messages: readonly BaseMessage[];
  readonly signal: AbortSignal;
}

export interface StructuredResult<T> {
  readonly object: T;
  /** The message that holds the object's text. */
  readonly message: AIMessage;
  readonly usage: UsageMetadata;
}

/**
 * Asks for the conversation's outcome as an object that fits the schema: without tools, with the schema in
 * the provider's own form and in words. What does not fit is asked for once more, with what was wrong.
 */
export async function structuredAnswer<T>(
  setup: RunSetup,
  { schema, messages, signal }: StructuredRequest<T>,
): Promise<StructuredResult<T>> {
  const form = formOf(schema);
  let history = messages;
  let instruction = form.instruction;
  let usage = noUsage;
  let answerSchema: Record<string, unknown> | undefined = form.json;
  for (let attempt = 1; ; attempt++) {
    const ask = () => askOnce(setup, history, { instruction, answerSchema, signal });
    const turn = await ask().catch((error: unknown) => {
      // Models that cannot be held to a schema refuse the request; words are left then.
      if (!(error instanceof ModelError && error.kind === "bad-request" && answerSchema)) throw error;
      answerSchema = undefined;
      return ask();
    });
    if (turn.usage) usage = addUsage(usage, turn.usage);
    const { message } = turn.finish();
    const read = await form.read(message.text);
    if ("object" in read) return { object: read.object as T, message, usage };
    if (attempt === 2)
      throw new ModelError(
        `${setup.modelName} gave no answer that fits the schema: ${read.problem}. Try again, or simplify the schema.`,
        { kind: "bad-response" },
      );
    setup.logger.warn(
      { model: setup.modelName, problem: read.problem },
      "The answer does not fit the schema; asking once more",
    );
    // The instruction stands before the answer it led to: only so does the correction make sense.
    history = [...messages, new HumanMessage(form.instruction), message];
    instruction = `That does not fit: ${read.problem}. ${form.instruction}`;
  }
}

type Read = { readonly object: unknown } | { readonly problem: string };

interface AnswerForm {
  readonly json: Record<string, unknown>;
  readonly instruction: string;
  readonly read: (text: string) => Promise<Read>;
}

const wrapper = "answer";

/** Providers hold models to objects only: any other schema is put into one. */
function formOf(schema: AnswerSchema<unknown>): AnswerForm {
  const { $schema: _dialect, ...inner } = toJsonSchema(schema as never) as Record<string, unknown>;
  const isWrapped = inner["type"] !== "object";
  const json = isWrapped
    ? { type: "object", properties: { [wrapper]: inner }, required: [wrapper], additionalProperties: false }
    : inner;
  return {
    json,
    instruction: `Answer with one JSON object and nothing else. It must follow this JSON Schema: ${JSON.stringify(json)}`,
    async read(text) {
      const value = parseObject(text);
      if (!value) return { problem: "it is not a JSON object" };
      if (isWrapped && !Object.hasOwn(value, wrapper)) return { problem: `"${wrapper}" is missing` };
      const answer = isWrapped ? value[wrapper] : value;
      const problems = await schemaProblems(schema, answer);
      if (problems.length > 0) return { problem: problems.join("; ") };
      return { object: isInteropZodSchema(schema) ? await interopParseAsync(schema, answer) : answer };
    },
  };
}

/** Strict JSON, bare or in the code fence that models like to put around it. */
function parseObject(text: string): Record<string, unknown> | undefined {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(bare);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Asking {
  readonly instruction: string;
  readonly answerSchema: Record<string, unknown> | undefined;
  readonly signal: AbortSignal;
}

async function askOnce(
  setup: RunSetup,
  messages: readonly BaseMessage[],
  { instruction, answerSchema, signal }: Asking,
): Promise<ModelTurn> {
  const turn = new ModelTurn({ taken: new Set() });
  const request = new ModelRequest(messages, {
    ...setup,
    tools: [],
    knownTools: setup.executor.manager.tools,
    instruction,
    answerSchema,
    signal,
  });
  try {
    for (let chunks = await request.next(); chunks; chunks = await request.next())
      for (const chunk of chunks) turn.add(chunk);
    request.finished(turn);
    return turn;
  } catch (error) {
    request.failed(error);
    throw asModelError(error, []);
  } finally {
    request.close();
  }
}
