/** Limits of the HTTP side that more than one file speaks of. */

/** A start request is a few kilobytes; an input that is larger belongs in a store of its own. Bytes. */
export const MAX_BODY_BYTES = 256 * 1024;
/**
 * Levels of objects and arrays in a body. Agents' inputs have a handful; schemas, hashes and JSON of the runtime recurse
 * and would exhaust the stack at some thousand.
 */
export const MAX_NESTING_LEVELS = 100;
/** A request that is not complete by then holds a socket for nothing, ms. */
export const REQUEST_TIMEOUT_MS = 15_000;
/** A connection between requests, ms. Longer than the usual proxy's 60 s, so that the proxy closes first. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Path parameters: two ids of 253 and 64 characters, URL-encoded. */
export const MAX_PARAM_CHARS = 1_024;
/** A read of Temporal or of the witness for a page, ms. The page shows its own data without them. */
export const TEMPORAL_READ_TIMEOUT_MS = 10_000;
/**
 * Events of one answer about a run's history: some 20 MB. Older executions of a longer run are left out, as the answer
 * says; Temporal's own UI has them.
 */
export const MAX_HISTORY_EVENTS = 20_000;
export const TEMPORAL_WRITE_TIMEOUT_MS = 5_000;
export const WITNESS_TIMEOUT_MS = 1_500;
/** `/readyz` answers within this time whatever hangs, ms. Below the kubelet's default probe time-out with room. */
export const READINESS_TIMEOUT_MS = 900;
