export { type Approval, type ApprovalContext, DEFAULT_APPROVAL_EXPIRY_MS } from './approval.ts';
export type {
  AssistantMessage,
  Message,
  ModelTurn,
  ToolMessage,
  ToolRequest,
  UserMessage,
} from './conversation.ts';
export {
  type Agent,
  type AgentDefinition,
  defineAgent,
  type FinishTool,
  type OfflinePolicy,
} from './define-agent.ts';
export {
  type AnyTool,
  defineTool,
  type EffectContext,
  type EffectTool,
  type Milliseconds,
  type ReadContext,
  type ReadTool,
  type RenderContext,
  type SqlClient,
} from './define-tool.ts';
export { type Artifact, type Done, done, NotSent, type ProbeResult, Refused } from './outcome.ts';
export type { ThreadEffectContext, ThreadFunction, ThreadReadContext } from './thread/context.ts';
export { type InThread, inThread } from './thread/in-thread.ts';
