/** Milliseconds that one attempt may take unless the tool says otherwise: longer than a slow provider's 95th percentile. */
export const SEND_TIMEOUT_MS = 30_000;
/** Failures of the tool itself that are tried again; with back-off of Temporal they span about half a minute. */
export const MAX_TRIES = 5;
/** Milliseconds until a caller looks again at an effect that a live worker is performing. */
export const IN_PROGRESS_RETRY_MS = 250;
/** Milliseconds until an attempt that sent nothing, or whose outcome is ambiguous, is tried again. */
export const FAILED_RETRY_MS = 500;
/** Milliseconds until a worker without a lease tries again: about one beat. */
export const LEASE_RETRY_MS = 1_000;
/** Times that an intent is read again after another worker's insert won between snapshot and conflict. */
export const INTEND_RACES = 5;
/** Milliseconds until an effect of a stopped run is looked at again: by then its activity has been cancelled. */
export const STOPPED_RETRY_MS = 1_000;
/** Bytes above which arguments or a result leave the row for the claim-check table: rows stay quick to read and index. */
export const CLAIM_BYTES = 256 * 1024;
/** Bytes above which a value is refused: it would have to pass through a model's context or a person's screen. */
export const MAX_VALUE_BYTES = 4 * 1024 * 1024;
/** Milliseconds that settled effects are kept at least: longer than any attempt that might still ask for its outcome. */
export const MIN_RETENTION_MS = 3_600_000;
/** Runs of one removal: some thousand rows, a few tens of milliseconds of locks that nobody else wants. */
export const RUNS_A_REMOVAL = 20;
