import type { ServerResponse } from "node:http";
import type { Performance } from "./play-turn.ts";
import { playedStep } from "./script.ts";
import { sendFailure, sendJson, sendPage } from "./send-answer.ts";
import { WireRefusal } from "./wire-failure.ts";

/** Sends a turn as one JSON answer: misbehaviour takes the place of the answer, a cut ends it halfway. */
export async function sendWholeTurn(
  response: ServerResponse,
  { protocol, turn, order, sever }: Performance,
): Promise<void> {
  const gone = new Promise<void>((resolve) => void response.once("close", resolve));
  let halved = false;
  for (const step of turn.steps.map(playedStep)) {
    if ("gate" in step) await Promise.race([step.gate, gone]);
    else if ("silence" in step) await gone;
    if (response.destroyed) return;
    if ("error" in step) return sendFailure(response, { protocol, failure: step.error });
    if ("html" in step) return sendPage(response, { status: step.html });
    if ("garbage" in step) return sendJson(response, { body: step.garbage });
    if ("raw" in step) return sendJson(response, { body: step.raw });
    halved ||= "cut" in step;
  }
  try {
    const body = protocol.whole(turn, order);
    if (halved) await sendHalf(response, { text: JSON.stringify(body), sever });
    else sendJson(response, { body });
  } catch (error) {
    if (!(error instanceof WireRefusal)) throw error;
    sendFailure(response, { protocol, failure: error.failure });
  }
}

async function sendHalf(
  response: ServerResponse,
  { text, sever }: { text: string; sever: () => void },
): Promise<void> {
  const bytes = Buffer.from(text);
  response.writeHead(200, { "content-type": "application/json", "content-length": String(bytes.length) });
  await new Promise<void>(
    (resolve) => void response.write(bytes.subarray(0, bytes.length >> 1), () => resolve()),
  );
  sever();
}
