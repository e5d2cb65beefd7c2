/** Open runs whose end this replica waits for with a long poll each; further ones are asked for by the sweep. */
export const MAX_WATCHED_RUNS = 100;
/** Open runs that one turn of the sweep looks at, oldest first. */
export const MAX_OPEN_RUNS = 2_000;
/** From one turn of the sweep to the next, ms. */
export const PROJECTION_SWEEP_MS = 1_000;
/** Runs beyond the watched ones that are asked for at once. */
export const DESCRIBE_CONCURRENCY = 8;
/**
 * A row that Temporal does not know is left alone while it is younger than this, ms: its start request is between its
 * two writes. Older, and it is started from here; a request that is still at it finds the workflow started.
 */
export const START_GRACE_MS = 2_000;
/**
 * A cancelled row that Temporal does not know is ended at this age, ms: by then the start request, which waits 5 s at
 * most, is surely over, so no workflow begins behind a row that has ended.
 */
export const CANCELLED_START_GRACE_MS = 7_000;
/** A cancellation that Temporal has not taken is asked for again from this age on, ms. */
export const CANCEL_GRACE_MS = 2_000;
