/** From one sweep for decisions that a workflow has not heard of to the next, ms. */
export const SIGNAL_SWEEP_MS = 1_000;
/**
 * A signal that was begun and did not get through is sent again after this time, seconds: longer than a call to
 * Temporal may take, so that two replicas do not send the same one.
 */
export const SIGNAL_RETRY_SECONDS = 7;
/**
 * A signal that Temporal has taken is repeated after this time while its call has no output, seconds, doubled each
 * time. Temporal loses none; a run that was reset by hand, or restored from a copy, may. A repetition changes nothing.
 */
export const SIGNAL_REPEAT_SECONDS = 60;
/** A run may wait for a worker for days: a repetition an hour costs its history next to nothing. Seconds. */
export const MAX_SIGNAL_REPEAT_SECONDS = 3_600;
/** Signals that one turn takes up; a longer queue is worked on in the next turn. */
export const MAX_SIGNALS = 100;
/** Signals sent at once. */
export const SIGNAL_CONCURRENCY = 8;
/** Runs of one page that the witness is asked about at once. */
export const WITNESS_CONCURRENCY = 8;
/** Characters of arguments in a list: enough to recognise what was sent, so that a page of 50 stays below 1 MB. */
export const MAX_ARGS_CHARS = 16_384;
/** Characters of arguments of one approval: whoever decides sees all of them. The journal takes 4 MiB at most. */
export const MAX_SHOWN_CHARS = 4 * 1_048_576;
/** Questions that one turn closes because their time has run out, or their run has ended. */
export const MAX_CLOSED = 100;
