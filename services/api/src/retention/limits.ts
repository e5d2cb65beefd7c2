/** Between turns, ms. Nobody waits for a removal. */
export const RETENTION_EVERY_MS = 60_000;
/** Runs of one turn: some 18,000 effects of 90 each, two seconds of work at the measured 9,000 effects a second. */
export const RUNS_A_TURN = 200;
/** Claims of one turn. */
export const CLAIMS_A_TURN = 1_000;
