/**
 * What the workflow, the worker and the API share about a run. No zod and no Node built-in here: this file is part of
 * the workflow bundle.
 */

/** Registered name of the one workflow type: the generic agent loop. */
export const AGENT_WORKFLOW = 'agentRun';

/** Signal: a person has decided about an unknown outcome. Its argument is the call's `<step>:<toolUseId>`. */
export const EFFECT_RESOLVED_SIGNAL = 'effectResolved';

/** Signal: an approval was decided. Its argument is the call's `<step>:<toolUseId>`; the decision itself is in Postgres. */
export const APPROVAL_DECIDED_SIGNAL = 'approvalDecided';

/** Type of the failure with which `callTool` ends while a person has not decided. Its first detail is this. */
export const APPROVAL_PENDING = 'APPROVAL_PENDING';
export interface ApprovalPending {
  /** Milliseconds until it counts as rejected, by the database's clock when the attempt ended. */
  readonly expiresInMs: number;
}

/**
 * Signal of the API: the worker that held the run's workflow task has died. The workflow ignores it; its size makes the
 * server fail the task.
 */
export const WORKER_DIED_SIGNAL = 'workerDied';

/**
 * Bytes: `history.maximumBufferedEventsSizeInBytes` of the Temporal servers that we set up ourselves. A signal of more
 * makes the server fail the workflow task in progress. Our workflows hear only small signals and results, so none of their
 * tasks meets it by accident.
 */
export const BUFFERED_EVENTS_LIMIT = 16_384;

export interface AgentRunInput {
  readonly runId: string;
  readonly maxSteps: number;
  /** First step of this execution: 1, or where `continueAsNew` goes on. */
  readonly firstStep: number;
  /** Which patches the run has taken; an execution hands it to the next. Absent when nobody has chosen yet. */
  readonly patches?: readonly string[];
}

export interface AgentRunResult {
  readonly steps: number;
  /** `finish`: the model called the finish tool. `answer`: it answered without a tool call. */
  readonly endedBy: 'finish' | 'answer';
}

/** References only: the conversation stays in Postgres. */
export interface ModelTurnRef {
  readonly calls: readonly {
    readonly toolUseId: string;
    readonly tool: string;
    readonly kind: 'read' | 'effect';
  }[];
  /** Set when the turn holds a call of the agent's finish tool. */
  readonly finishId?: string;
}

export interface CallModelInput {
  readonly runId: string;
  readonly step: number;
}

export interface CallToolInput {
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
}

export interface CallToolResult {
  readonly ok: boolean;
  /** The result is too long for a model to read whole. */
  readonly long?: true;
}

/** The activities of the loop: one per model call, one per tool call, none for bookkeeping alone. */
export interface AgentActivities {
  callModel(input: CallModelInput): Promise<ModelTurnRef>;
  callTool(input: CallToolInput): Promise<CallToolResult>;
  /** Summarises the result of a call for the model. The result itself stays as it is. */
  summariseResult(input: CallToolInput): Promise<void>;
}

/** `attempts.activity` of a model call; a tool call's is its toolUseId. */
export const MODEL_ACTIVITY = 'model';
