import type { ServerResponse } from "node:http";
import { answerWriter, type AnswerWriter } from "./answer-writer.ts";
import { chunksOf, isCallsStep, isThinkingStep, playedStep, type WireStep, type WireTurn } from "./script.ts";
import { sendFailure, sendPage } from "./send-answer.ts";
import { WireRefusal, type WireFailure } from "./wire-failure.ts";
import type { WireEncoder, WireEvent, WireOrder, WireProtocol } from "./wire-protocol.ts";

export interface Performance {
  protocol: WireProtocol;
  turn: WireTurn;
  order: WireOrder;
  /** @default the protocol's */
  lineEnd?: string | undefined;
  splitBytes?: number | undefined;
  /** Destroys the connection in the script's name. */
  sever: () => void;
}

/** Streams a turn. Resolves when the answer has ended, whoever ended it; the caller may look at the response. */
export async function playTurn(response: ServerResponse, performance: Performance): Promise<void> {
  const { protocol, turn, order } = performance;
  const writer = answerWriter(response, {
    head: { status: 200, headers: streamHeaders(protocol) },
    splitBytes: performance.splitBytes,
  });
  const encoder = protocol.encode(turn, order);
  const stage: Stage = {
    ...performance,
    response,
    writer,
    encoder,
    frame: framer(performance),
    opened: false,
  };
  try {
    for (const step of turn.steps.map(playedStep)) {
      if (writer.closed || (await playStep(step, stage)) === "ended") return;
    }
    await emit(stage, () => encoder.close());
    response.end();
  } catch (error) {
    if (!(error instanceof WireRefusal)) throw error;
    await failInStream(error.failure, stage);
  }
}

interface Stage extends Performance {
  response: ServerResponse;
  writer: AnswerWriter;
  encoder: WireEncoder;
  frame: (event: WireEvent) => string;
  /** Whether the encoder's opening has been sent. */
  opened: boolean;
}

async function playStep(step: Exclude<WireStep, string>, stage: Stage): Promise<"ended" | "goes-on"> {
  const { encoder, writer, response } = stage;
  if ("text" in step) {
    await emitText(chunksOf(step.text), stage);
  } else if (isThinkingStep(step)) await emit(stage, () => encoder.thinking(step));
  else if (isCallsStep(step)) await emit(stage, () => encoder.calls(step));
  else if ("ping" in step) await emit(stage, () => encoder.ping());
  else if ("garbage" in step) await writer.write(stage.frame({ data: step.garbage }));
  else if ("raw" in step) await writer.write(step.raw);
  else if ("gate" in step) await Promise.race([step.gate, writer.gone]);
  else if ("error" in step) {
    await failInStream(step.error, stage);
    return "ended";
  } else if ("html" in step) {
    await sendPage(response, { writer, status: step.html });
    return "ended";
  } else if ("silence" in step) {
    await writer.gone;
    return "ended";
  } else {
    await writer.flush();
    stage.sever();
    return "ended";
  }
  return "goes-on";
}

/** The encoder's opening goes out with its first events, so that an error before them is still an HTTP error. */
async function emit(stage: Stage, events: () => Iterable<WireEvent>): Promise<void> {
  const made = [...events()];
  const opening = stage.opened ? [] : stage.encoder.open();
  stage.opened = true;
  for (const event of [...opening, ...made]) await stage.writer.write(stage.frame(event));
}

/** Text of many chunks goes out in writes of about this size, as a fast server's would. */
const writeSize = 8_192;

async function emitText(chunks: Iterable<string>, stage: Stage): Promise<void> {
  const { encoder, writer, frame } = stage;
  let text = "";
  if (!stage.opened) for (const event of encoder.open()) text += frame(event);
  stage.opened = true;
  for (const chunk of chunks) {
    for (const event of encoder.text(chunk)) text += frame(event);
    if (text.length < writeSize) continue;
    await writer.write(text);
    if (writer.closed) return;
    text = "";
  }
  await writer.write(text);
}

async function failInStream(
  failure: WireFailure,
  { response, writer, protocol, frame }: Stage,
): Promise<void> {
  if (!writer.started) {
    sendFailure(response, { protocol, failure });
    return;
  }
  const data = protocol.failure(failure);
  await writer.write(
    frame(protocol.errorEvent === undefined ? { data } : { event: protocol.errorEvent, data }),
  );
  response.end();
}

function framer({ protocol, lineEnd = protocol.lineEnd }: Performance): (event: WireEvent) => string {
  const text = (data: unknown): string => (typeof data === "string" ? data : JSON.stringify(data));
  if (protocol.framing === "ndjson") return ({ data }) => `${text(data)}${lineEnd}`;
  return ({ event, data }) => {
    const name = event === undefined ? "" : `event: ${event}${lineEnd}`;
    return `${name}data: ${text(data)}${lineEnd}${lineEnd}`;
  };
}

function streamHeaders({ framing }: WireProtocol): Record<string, string> {
  const type = framing === "sse" ? "text/event-stream; charset=utf-8" : "application/x-ndjson";
  return { "content-type": type, "cache-control": "no-cache" };
}
