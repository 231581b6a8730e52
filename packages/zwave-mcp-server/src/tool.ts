import type { z } from "zod";
import type { Home } from "./home.ts";

/** What a tool says: a text for the model, and the same facts as data. */
export interface ToolOutput<T> {
  text: string;
  data: T;
  /** Part of what was asked failed; the text says which. @default false */
  failed?: boolean;
}

export interface ToolContext {
  home: Home;
  signal: AbortSignal;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  /** Throws a Failure or a GatewayError; both become an error result in words. */
  run: (input: z.output<Input>, context: ToolContext) => Promise<ToolOutput<z.input<Output>>>;
}

/** Keeps the types of input and output together while tools live in one list. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool {
  return tool;
}

/** The house is a closed world: tools reach its devices and nothing else. */
export const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const switching = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
export const dangerous = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};
