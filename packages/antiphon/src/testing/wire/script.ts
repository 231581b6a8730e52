/** What the model says in answer to one request, the same for every provider. */
export interface WireTurn {
  /** What happens, in order. A plain string is one chunk of text. */
  steps: readonly WireStep[];
  /** Token counts, reported the way the provider reports them. @default { input: 12, output: 7 } */
  usage?: WireUsage;
  /**
   * Why the turn ends, sent in the provider's own word. A word that is none of these is sent as it is.
   * @default "tool-calls" when the turn has calls, else "stop"
   */
  finish?: WireFinish | (string & {});
  /** Cuts all bytes of the answer into pieces of this size, within UTF-8 sequences too. */
  splitBytes?: number;
  /** Line end of the event stream. @default the provider's */
  lineEnd?: "\n" | "\r\n" | "\r";
}

export type WireFinish = "stop" | "tool-calls" | "length" | "content-filter";

export interface WireUsage {
  /** All tokens of the prompt, cached ones included. */
  input: number;
  /** All tokens of the answer, thinking included. */
  output: number;
  /** Prompt tokens read from a cache. @default 0 */
  cached?: number;
  /** Tokens of the answer spent on thinking. @default 0 */
  thinking?: number;
}

export type WireStep =
  | string
  | WireTextStep
  | WireThinkingStep
  | WireCallsStep
  | WireErrorStep
  | WireHtmlStep
  | WireGateStep
  | { /** The socket is destroyed after what was sent so far has left. */ cut: true }
  | { /** A line (one event, one NDJSON line) that is not what the protocol allows. */ garbage: string }
  | { /** Nothing more is sent, and the response stays open until the client closes it. */ silence: true }
  | { /** Bytes that go out as they are. */ raw: string }
  | { /** The provider's keep-alive, nothing where it has none. */ ping: true };

export interface WireTextStep {
  /** Each string is one chunk. */
  text: string | Iterable<string>;
}

export interface WireThinkingStep {
  /** Each string is one chunk. */
  thinking: string | Iterable<string>;
  /** Anthropic's signature, or the data of a redacted block. @default one that any wire server recognises */
  signature?: string;
  /** Anthropic: a `redacted_thinking` block, whose text stays hidden. @default false */
  redacted?: boolean;
  /** OpenAI-compatible servers: the delta's field. @default "reasoning_content" */
  field?: "reasoning_content" | "reasoning";
}

export interface WireCall {
  /** Sent as it is, the empty string too. @default by the step's `ids` */
  id?: string;
  name: string;
  /** An object, or raw text for arguments that are malformed or cut off. @default no arguments */
  args?: Record<string, unknown> | string;
  /** Gemini's thoughtSignature; `true` makes one. @default made for the first call of a turn with thinking */
  signature?: string | boolean;
}

export interface WireCallsStep {
  calls: readonly WireCall[];
  /**
   * - `whole`: all calls complete in one chunk
   * - `one-per-chunk`: each call complete, in a chunk of its own
   * - `fragments`: one call after the other, arguments in pieces
   * - `interleaved`: pieces of all calls take turns
   * - `idless`: `whole` without ids
   * - `json-text`, `tagged-text`: written as JSON into the text, bare or within `<tool_call>` tags
   *
   * Providers that only send whole calls (Gemini, Ollama) take `fragments` and `interleaved` as `one-per-chunk`.
   * @default what the provider usually does
   */
  shape?: WireCallShape;
  /** Characters of each argument piece. @default 6 */
  fragmentSize?: number;
  /**
   * - `fresh`: unique ones, in the provider's form
   * - `empty`: `""`
   * - `missing`: no such field
   * - `null`: the text `"null"`
   * - `constant`: the same for all calls
   * - `repeated`: unique, and sent on every fragment, later ones with an empty name
   * - `restarting`: the same ids again in every turn
   * @default "fresh"; "missing" for Gemini
   */
  ids?: WireCallIds;
  /** Index of the first call. @default 0 */
  indexFrom?: number;
  /** Every call has index 0. @default false */
  allIndexZero?: boolean;
  /** No call has an index. @default false; true for Mistral */
  noIndex?: boolean;
}

export type WireCallShape =
  | "whole"
  | "one-per-chunk"
  | "fragments"
  | "interleaved"
  | "idless"
  | "json-text"
  | "tagged-text";

export type WireCallIds = "fresh" | "empty" | "missing" | "null" | "constant" | "repeated" | "restarting";

export interface WireErrorStep {
  /** As the first step an HTTP error; later the provider's error event, after which the stream ends. */
  error: {
    status: number;
    /** @default the provider's words at that status */
    message?: string;
    /** Seconds for the `Retry-After` header. */
    retryAfter?: number;
  };
}

export interface WireHtmlStep {
  /** A proxy's page instead of an answer, with this status; `true` is 502. */
  html: true | number;
}

export interface WireGateStep {
  /** The next step waits for it, so that a test orders events without sleeping. */
  gate: Promise<unknown>;
}

const defaultUsage: WireUsage = { input: 12, output: 7 };

export function usageOf(turn: WireTurn): Required<WireUsage> {
  return { cached: 0, thinking: 0, ...(turn.usage ?? defaultUsage) };
}

/** The chunks of a text or thinking step. */
export function chunksOf(text: string | Iterable<string>): Iterable<string> {
  return typeof text === "string" ? [text] : text;
}

export function joined(text: string | Iterable<string>): string {
  return typeof text === "string" ? text : [...text].join("");
}

/** Why the turn ends: what the script says, or what its steps imply. */
export function finishOf(turn: WireTurn): string {
  if (turn.finish !== undefined) return turn.finish;
  const calls = turn.steps.some((step) => isCallsStep(step) && !isWrittenAsText(step));
  return calls ? "tool-calls" : "stop";
}

export function isCallsStep(step: WireStep): step is WireCallsStep {
  return typeof step === "object" && "calls" in step;
}

export function isThinkingStep(step: WireStep): step is WireThinkingStep {
  return typeof step === "object" && "thinking" in step;
}

export function isWrittenAsText(step: WireCallsStep): boolean {
  return step.shape === "json-text" || step.shape === "tagged-text";
}

/** The step as it is played: strings become text, and so do calls that the model writes as text. */
export function playedStep(step: WireStep): Exclude<WireStep, string> {
  if (typeof step === "string") return { text: step };
  return isCallsStep(step) && isWrittenAsText(step) ? { text: callsAsText(step) } : step;
}

function callsAsText({ calls, shape, fragmentSize = 6 }: WireCallsStep): string[] {
  const written = calls.map(({ name, args = {} }) => {
    const text = typeof args === "string" ? args : JSON.stringify(args);
    const call = `{"name": ${JSON.stringify(name)}, "arguments": ${text}}`;
    return shape === "tagged-text" ? `<tool_call>\n${call}\n</tool_call>` : call;
  });
  return cut(written.join("\n"), fragmentSize);
}

/** The text in pieces of `size` characters; no piece for the empty text. */
export function cut(text: string, size: number): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; start += size) pieces.push(text.slice(start, start + size));
  return pieces;
}
