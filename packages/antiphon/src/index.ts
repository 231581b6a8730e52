export { ModelError, ToolDefinitionError, type ModelErrorKind } from "./errors.ts";
export type { RunEvent, StopReason, ToolEvent } from "./events.ts";
export { silentLogger, stderrLogger, type Logger, type LogLevel } from "./logger.ts";
export type { ApprovalRequest, Approve, Decision } from "./tools/approval.ts";
export type { ErrorFormat, FailureKind } from "./tools/tool-failure.ts";
export {
  ToolExecutor,
  type ExecuteOptions,
  type ToolBatch,
  type ToolExecutorOptions,
} from "./tools/tool-executor.ts";
export { ToolManager, type ToolManagerOptions } from "./tools/tool-manager.ts";
export type { Tool, ToolCall, ToolInvocation, ToolPolicy, ToolProgress } from "./tools/tool.ts";
