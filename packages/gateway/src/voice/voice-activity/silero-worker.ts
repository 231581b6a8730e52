import { answerRequests, engineData } from "../engine/answer-requests.ts";
import { freshState, loadSilero, type SileroModel, type SileroState } from "./silero-model.ts";

export interface SileroData {
  /** The model's file. */
  readonly file: string;
}

export type SileroRequest =
  | { readonly type: "load" }
  | { readonly type: "hear"; readonly stream: number; readonly frame: Float32Array }
  | { readonly type: "close"; readonly stream: number };

const { file } = await engineData<SileroData>();
/** A stream begins with the first sound that comes for it, also after its process died. */
const states = new Map<number, SileroState>();
let loading: Promise<SileroModel> | undefined;

function loaded(): Promise<SileroModel> {
  loading ??= loadSilero(file).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

answerRequests<SileroRequest, number>(async (request) => {
  switch (request.type) {
    case "load":
      await loaded();
      return 0;
    case "hear": {
      const model = await loaded();
      const state = states.get(request.stream) ?? freshState();
      states.set(request.stream, state);
      return await model(request.frame, state);
    }
    case "close":
      states.delete(request.stream);
      return 0;
    default:
      return request satisfies never;
  }
});
