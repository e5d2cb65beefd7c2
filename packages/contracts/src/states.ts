/**
 * The states of everything that has states, and the moves between them.
 *
 * Effect    intended → applied | rejected | unknown;  unknown → applied | rejected | intended
 *           `intended` is entered by the insert that precedes every send and by a person who says "it did not
 *           happen"; `applied`, `rejected` and `unknown` by settling or by recovery. `applied` and `rejected` are final.
 * Run       running → completed | failed | cancelled | terminated. The truth is Temporal's; the row is a projection
 *           that the API reconciles.
 * Attempt   open (no `ended_at`) → one outcome, once.
 * Approval  waiting → approved | edited | rejected | answered | expired | withdrawn;  edited → waiting
 *           `waiting` is entered by the first attempt of a call whose tool asks a person, and again when the tool's own
 *           schema refuses edited arguments; `not_needed` by the same attempt when the rule asks for nobody. The first
 *           decision wins; `expired` is the timer's, `withdrawn` says that the run ended while it waited.
 * Worker    live (lease runs) → dead (death certificate). A worker never comes back under its id.
 */
export const EFFECT_STATES = ['intended', 'applied', 'rejected', 'unknown'] as const;
export type EffectState = (typeof EFFECT_STATES)[number];

export const EFFECT_TRANSITIONS: Readonly<Record<EffectState, readonly EffectState[]>> = {
  intended: ['applied', 'rejected', 'unknown'],
  applied: [],
  rejected: [],
  unknown: ['applied', 'rejected', 'intended'],
};

export const DELIVERY_CLASSES = ['transactional', 'idempotent', 'keyed', 'probed', 'unrepeatable'] as const;
export type DeliveryClass = (typeof DELIVERY_CLASSES)[number];

/** How one try of an effect ended, in `effect_attempts`. An open attempt has none. */
export const EFFECT_ATTEMPT_OUTCOMES = [
  'applied', // done, and settled by this attempt
  'rejected', // refused for good by the receiver
  'unknown', // this attempt could not tell, and its class forbids to send again
  'not_sent', // the tool failed before anything left the process
  'deferred', // sent nothing, for a reason that is not the tool's: no lease, too old, too early to probe
  'ambiguous', // sent, and no answer that says what became of it
  'given_up', // the same, because the worker's own end was near: no failure of the tool
  'fenced', // a newer epoch had taken over when this attempt wanted to settle
  'superseded', // its worker died or was lost; a takeover closed it
  'probed', // recovery found the effect at the receiver, sent by an earlier attempt
] as const;
export type EffectAttemptOutcome = (typeof EFFECT_ATTEMPT_OUTCOMES)[number];

/** What a person can say about an unknown outcome. */
export const RESOLUTION_DECISIONS = ['happened', 'did_not_happen', 'give_up'] as const;

/** A tool call whose tool asks a person first. `not_needed`: its rule looked at the arguments and asked for nobody. */
export const APPROVAL_STATES = [
  'waiting',
  'not_needed',
  'approved',
  'edited',
  'rejected',
  'answered',
  'expired',
  'withdrawn',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

export const APPROVAL_TRANSITIONS: Readonly<Record<ApprovalState, readonly ApprovalState[]>> = {
  waiting: ['approved', 'edited', 'rejected', 'answered', 'expired', 'withdrawn'],
  not_needed: [],
  approved: [],
  edited: ['waiting'],
  rejected: [],
  answered: [],
  expired: [],
  withdrawn: [],
};

/** What goes wrong if it is allowed and should not have been, in the words of the tool's author. */
export const RISKS = ['low', 'medium', 'high'] as const;
export type Risk = (typeof RISKS)[number];

/** Why a person is asked: the tool always asks, its predicate said so, or its predicate failed. */
export const APPROVAL_RULES = ['always', 'predicate', 'predicate_failed'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];

/** What may be done over HTTP. `worker` is for the session streams of workers and for nothing else. */
export const ROLES = ['viewer', 'operator', 'approver', 'chaos', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled', 'terminated'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How one try of an activity ended, in `attempts`. An open attempt has none. `parked`: its run waits for a person. */
export const ATTEMPT_OUTCOMES = [
  'completed',
  'from_journal',
  'failed',
  'cancelled',
  'died',
  'parked',
] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/**
 * On what a death certificate rests. Only `exit` (a parent, a process table or a container runtime saw it end) and
 * `stream_closed` (the same, and its session had closed) prove that the process is gone. `port_closed` (its session closed
 * and its pod refuses the port on which it listened) and `pod_deleted` (its session closed and its pod is being deleted)
 * are enough to give its work to others, and not enough to say that nothing of it can land any more.
 */
export const DEATH_EVIDENCE = [
  'exit',
  'stream_closed',
  'port_closed',
  'pod_deleted',
  'lease_ended',
  'stopped',
] as const;
export type DeathEvidence = (typeof DEATH_EVIDENCE)[number];

/** Why work was taken up again: the evidence of a death, or a worker that gave it up because its own end was near. */
export const RESUME_CAUSES = [...DEATH_EVIDENCE, 'handed_over'] as const;

/** The places of the protocol where a test or a demo may hold or kill a worker (DESIGN §4). */
export const MOVES = [
  'before_intend',
  'claim',
  'after_intend',
  'check',
  'before_send',
  'mid_send',
  'after_send',
  'after_settle',
  'takeover',
  'probe',
] as const;
export type Move = (typeof MOVES)[number];
