export {
  ChatClient,
  type ChatAnswer,
  type ChatClientOptions,
  type ChatResult,
  type ClientOptions,
  type RunOptions,
  type StructuredChatAnswer,
} from "./chat/chat-client.ts";
export { upToRounds, type FollowUp, type FollowUpPolicy } from "./chat/follow-up.ts";
export { repairHistory } from "./chat/history.ts";
export type { ChatModel } from "./chat/langchain-stream.ts";
export type { MessageLike } from "./chat/messages.ts";
export type {
  ContentFragment,
  RawChunk,
  RawStream,
  RawStreamOptions,
  ToolCallFragment,
} from "./chat/raw-stream.ts";
export type { AnswerSchema } from "./chat/structured-answer.ts";
export type { RunStream } from "./chat/run-stream.ts";
export { ModelError, ToolDefinitionError, type ModelErrorKind } from "./errors.ts";
export type { RunEvent, StopReason, ToolEvent } from "./events.ts";
export { silentLogger, stderrLogger, type Logger, type LogLevel } from "./logger.ts";
export {
  loadMcpConfig,
  McpConfigError,
  type LoadMcpConfigOptions,
  type McpServerInput,
  type McpServers,
} from "./mcp/config.ts";
export type { McpServerState, McpServerStatus } from "./mcp/connection-status.ts";
export { McpIntegration, type McpIntegrationOptions } from "./mcp/integration.ts";
export type { RetryOptions as McpRetryOptions } from "./mcp/retry-delays.ts";
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
export { AnthropicClient } from "./providers/anthropic.ts";
export { CohereClient } from "./providers/cohere.ts";
export { FallbackClient, type FallbackOptions } from "./providers/fallback.ts";
export { GoogleClient } from "./providers/google.ts";
export { MistralClient } from "./providers/mistral.ts";
export { OllamaClient, type OllamaOptions } from "./providers/ollama.ts";
export { OpenAIClient } from "./providers/openai.ts";
export {
  ProviderClient,
  type Health,
  type HealthOptions,
  type ProviderOptions,
} from "./providers/provider-client.ts";
export { createClient, parseModel, type ModelReference } from "./providers/provider.ts";
export { toQwenTools, type QwenTool } from "./providers/qwen-format.ts";
export { oneRefinement, type RefinementOptions } from "./providers/refinement.ts";
