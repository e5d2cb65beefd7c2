/**
 * The catalogue of error codes. Each code is stable, has an HTTP status, a title and a page `docs/errors/<code>.md`
 * that says what it means and what to do.
 */
export const ERROR_CATALOGUE = {
  BAD_REQUEST: { status: 400, title: 'The request is not what the schema says' },
  RUN_NOT_FOUND: { status: 404, title: 'There is no such run' },
  STEP_NOT_FOUND: { status: 404, title: 'There is no such step' },
  WORKER_NOT_FOUND: { status: 404, title: 'There is no such worker' },
  ARTIFACT_NOT_FOUND: { status: 404, title: 'There is no such artifact' },
  FILE_NOT_FOUND: { status: 404, title: 'The witness holds no such file' },
  MAIL_NOT_FOUND: { status: 404, title: 'The witness accepted no such mail' },
  PAYMENT_LOOKUP_ABSENT: { status: 404, title: 'This account has no look-up of refunds' },
  NOT_FOUND: { status: 404, title: 'There is nothing at this address' },
  AGENT_UNKNOWN: { status: 422, title: 'No agent has this name' },
  AGENT_INPUT_INVALID: { status: 422, title: 'The agent refuses this input' },
  RUN_ID_TAKEN: { status: 409, title: 'A run with this id exists or existed' },
  RUN_CLOSED: { status: 409, title: 'The run has ended' },
  IDEMPOTENCY_KEY_IN_PROGRESS: { status: 409, title: 'A request with this Idempotency-Key is in progress' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'This Idempotency-Key was used with another body' },
  FAULTS_NOT_ALLOWED: { status: 403, title: 'Faults are switched off by configuration' },
  KILL_REFUSED: { status: 409, title: 'The worker cannot be killed from here' },
  FLEET_ABSENT: { status: 409, title: 'This API runs no fleet' },
  KUBERNETES_FORBIDDEN: { status: 403, title: 'Kubernetes refuses this API the right' },
  POD_GONE: { status: 410, title: 'The pod is gone' },
  POD_REPLACED: { status: 409, title: 'Another pod has this name by now' },
  KUBERNETES_UNAVAILABLE: { status: 503, title: 'The Kubernetes API does not answer' },
  TEMPORAL_UNAVAILABLE: { status: 503, title: 'Temporal does not answer' },
  DATABASE_UNAVAILABLE: { status: 503, title: 'Postgres does not answer' },
  WITNESS_UNAVAILABLE: { status: 503, title: 'The witness does not answer' },
  INTERNAL: { status: 500, title: 'Something here is broken' },
  UNAUTHENTICATED: { status: 401, title: 'The API does not know who calls' },
  ROLE_MISSING: { status: 403, title: 'Whoever calls lacks the role for this' },
  ISSUER_UNAVAILABLE: { status: 503, title: 'The issuer of the tokens does not answer' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  CROSS_ORIGIN_REFUSED: { status: 403, title: 'Another site may not use this API through a browser' },

  RUN_TERMINATED: { status: 409, title: 'The run was terminated in Temporal' },
  RUN_TIMED_OUT: { status: 504, title: 'The run outlived its time-out in Temporal' },
  RUN_LOST: { status: 410, title: 'Temporal no longer knows this run' },

  CONFIG_INVALID: { status: 500, title: 'The configuration is not usable' },
  INVARIANT_BROKEN: { status: 500, title: 'A state was met that must not exist' },

  EFFECT_KEY_REUSED: { status: 409, title: 'The same effect key came with other arguments' },
  EFFECT_IN_PROGRESS: { status: 409, title: 'A live worker is performing this effect' },
  EFFECT_NOT_SENT: { status: 503, title: 'The effect failed before anything left the process' },
  EFFECT_AMBIGUOUS: { status: 503, title: 'The effect was sent and nothing says what became of it' },
  EFFECT_UNKNOWN: { status: 409, title: 'Only a person can say whether the effect happened' },
  EFFECT_EPOCH_OLD: { status: 409, title: 'The receiver has seen a newer epoch of this effect' },
  EFFECT_NOT_FOUND: { status: 404, title: 'There is no such effect' },
  EFFECT_NOT_UNKNOWN: {
    status: 409,
    title: 'The outcome of this effect is known: there is nothing to decide',
  },
  EFFECT_RESOLVED: { status: 409, title: 'Somebody has decided about this effect already' },
  APPROVAL_PENDING: { status: 409, title: 'A person has not decided yet' },
  APPROVAL_NOT_FOUND: { status: 404, title: 'There is no such approval' },
  APPROVAL_DECIDED: { status: 409, title: 'Somebody has decided already' },
  APPROVAL_EXPIRED: { status: 409, title: 'Nobody decided in time: it counts as rejected' },
  APPROVAL_CHANGED: { status: 409, title: 'The decision is about other arguments than those that wait' },
  APPROVAL_EDIT_INVALID: { status: 422, title: 'The edited arguments do not fit the schema of the tool' },
  APPROVER_NOT_SEPARATE: { status: 403, title: 'Whoever started the run may not let it go on' },
  EFFECT_FENCED: { status: 409, title: 'Another worker has taken this effect over' },
  PROBE_TOO_EARLY: { status: 503, title: 'The dead attempt could still land' },
  RUN_STOPPED: { status: 409, title: 'The run was cancelled: no new effect begins' },
  LEASE_LOST: { status: 503, title: 'This worker cannot show that it is alive, so it sends nothing' },
  WORKER_STOPPING: { status: 503, title: 'The worker that held this attempt hands over: its end is near' },
  WORKER_DIED: { status: 503, title: 'The worker that held this attempt died' },

  TOOL_UNKNOWN: { status: 422, title: 'The model asked for a tool that does not exist' },
  TOOL_UNDECLARED: { status: 422, title: 'Nobody declared what this tool or activity may do' },
  TOOL_FAILED: { status: 422, title: 'The tool failed on each of its tries' },
  TOOL_ARGUMENTS_INVALID: { status: 422, title: 'The arguments do not fit the schema of the tool' },
  GUARDRAIL: { status: 422, title: 'The model gave no usable answer' },
  BUDGET_EXCEEDED: { status: 422, title: 'The run used up one of its budgets' },
  PROVIDER_FAILED: { status: 503, title: 'A model provider failed' },
  NO_PROVIDER: { status: 503, title: 'Every model provider failed' },
  FAULT_INJECTED: { status: 503, title: 'A fault that this run asked for' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The value is larger than the limit' },

  PORT_TAKEN: { status: 500, title: 'A port that the local stack needs is taken' },
  STACK_RUNNING: { status: 500, title: 'Another local stack uses this data folder' },
  START_FAILED: { status: 500, title: 'A part of the local stack did not start' },
  NEED_MISSING: { status: 500, title: 'This machine lacks something that the local stack needs' },
} as const;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** Base of every error that this product throws on purpose. `code` picks the page in `docs/errors/`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  override name = 'AppError';

  constructor(
    code: ErrorCode,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/** Trying again cannot help. */
export class TerminalError extends AppError {
  override name = 'TerminalError';
}

/** Trying again may help, not before `retryAfterMs` (milliseconds). */
export class RetryableError extends AppError {
  override name = 'RetryableError';
  readonly retryAfterMs: number;

  constructor(
    code: ErrorCode,
    message: string,
    retryAfterMs: number,
    details: Readonly<Record<string, unknown>> = {},
    cause?: unknown,
  ) {
    super(code, message, details, cause);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The effect may or may not have happened, and only a person can say. */
export class UnknownOutcomeError extends AppError {
  override name = 'UnknownOutcomeError';
  readonly effectKey: string;

  constructor(key: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super('EFFECT_UNKNOWN', message, { ...details, effectKey: key });
    this.effectKey = key;
  }
}

/** The same key came with other arguments. Terminal, whatever the state of the effect. */
export class EffectKeyReused extends TerminalError {
  override name = 'EffectKeyReused';
  constructor(key: string, storedSha256: string, givenSha256: string) {
    super(
      'EFFECT_KEY_REUSED',
      `effect ${key} was intended with arguments ${storedSha256.slice(0, 12)}…, now it comes with ${givenSha256.slice(0, 12)}…`,
      { effectKey: key, storedSha256, givenSha256 },
    );
  }
}

/** A live worker owns the effect. Retry later, never run. */
export class EffectInProgress extends RetryableError {
  override name = 'EffectInProgress';
  constructor(key: string, workerId: string, retryAfterMs: number) {
    super('EFFECT_IN_PROGRESS', `effect ${key} is in progress on ${workerId}`, retryAfterMs, {
      effectKey: key,
      workerId,
    });
  }
}

/** The model gave no usable answer. `rawText` keeps its first 500 characters. */
export class GuardrailError extends TerminalError {
  override name = 'GuardrailError';
  readonly rawText: string;
  constructor(message: string, rawText: string) {
    const kept = rawText.slice(0, RAW_TEXT_KEPT_CHARS);
    super('GUARDRAIL', message, { rawText: kept });
    this.rawText = kept;
  }
}

/** Characters of an unusable answer that are kept (DESIGN §6). */
export const RAW_TEXT_KEPT_CHARS = 500;

/** A state that must not exist was met. The work stops. */
export class InvariantError extends TerminalError {
  override name = 'InvariantError';
  constructor(message: string, details: Readonly<Record<string, unknown>> = {}) {
    super('INVARIANT_BROKEN', message, details);
  }
}

/** Anything that was thrown, as an Error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
