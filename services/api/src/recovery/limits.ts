/** Lapsed leases and unreleased work are looked for this often, ms: the fallback when nobody saw the death itself. */
export const LAPSE_SWEEP_MS = 500;
/** Calls to Temporal at once. TEMPORAL.md: 16 release 100 activities sooner than all at once. */
export const RELEASE_CONCURRENCY = 16;
/**
 * After a death, ms: an activity whose poll answer was lost in transit has no row, and which worker holds a workflow is
 * written nowhere; Temporal's view has both. Until then most runs have moved on by themselves and need no look.
 */
export const PENDING_SWEEPS_MS = [150, 500, 1_500] as const;
/** Open attempts of one worker that one pass releases; the next sweep takes the rest. */
export const MAX_ATTEMPTS_A_PASS = 1_000;
/** Open runs whose pending activities are looked at after a death. */
export const MAX_RUNS_A_SWEEP = 500;
/** Cancelling the polls of a worker that may only be frozen must not hold up the release, ms. */
export const CANCEL_POLLS_TIMEOUT_MS = 500;
/** One call that releases something, ms. */
export const RELEASE_CALL_TIMEOUT_MS = 3_000;
/** 0 would end the activity for good (TEMPORAL.md). */
export const NEXT_RETRY_DELAY_MS = 1;
