export { RecordingLogger, type LogLine } from "./recording-logger.ts";
export {
  ScriptedModel,
  type ScriptedFragment,
  type ScriptedModelOptions,
  type ScriptedRequest,
  type ScriptStep,
  type ScriptTurn,
} from "./scripted-model.ts";
export * from "./wire/index.ts";
