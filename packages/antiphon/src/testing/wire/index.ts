export type {
  WireCall,
  WireCallIds,
  WireCallShape,
  WireCallsStep,
  WireErrorStep,
  WireFinish,
  WireGateStep,
  WireHtmlStep,
  WireStep,
  WireTextStep,
  WireThinkingStep,
  WireTurn,
  WireUsage,
} from "./script.ts";
export {
  startWireServer,
  wireProtocolNames,
  type WireProtocolName,
  type WireRequest,
  type WireServer,
  type WireServerOptions,
} from "./wire-server.ts";
