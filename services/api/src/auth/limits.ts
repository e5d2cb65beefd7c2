/** From one reading of the token file to the next, ms: a token that was taken out opens nothing after this time. */
export const TOKENS_READ_EVERY_MS = 5_000;
/** An issuer that does not answer by then counts as away, ms. */
export const ISSUER_TIMEOUT_MS = 5_000;
/** An issuer's keys are not asked for more often than this because of a key that nobody knows, ms. */
export const ISSUER_COOLDOWN_MS = 10_000;
/** An issuer's keys are asked for again after this time, ms. */
export const ISSUER_KEYS_MAX_AGE_MS = 600_000;
/** Clocks of issuer and API may differ by this, seconds. */
export const CLOCK_TOLERANCE_SECONDS = 30;
/** Refused tokens of one address in a minute: enough for a panel whose token has just ended, too few to guess. */
export const MAX_REFUSALS_A_MINUTE = 60;
/** The window of the limits on requests, ms. */
export const RATE_WINDOW_MS = 60_000;
/** Callers that a replica counts at once; the least recent are forgotten first. */
export const MAX_COUNTED_CALLERS = 10_000;
/** A stream of events ends after this time, ms, where callers are asked who they are: its reader comes back and is asked anew. */
export const STREAM_MAX_AGE_MS = 600_000;
/** A browser forgets the cookie after this time, seconds: a working day and a night. */
export const COOKIE_MAX_AGE_SECONDS = 24 * 3_600;
