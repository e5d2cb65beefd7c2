/** From one look for what is due to the next, ms. */
export const WEBHOOK_SWEEP_MS = 1_000;
/** Sent in one turn; a longer queue is worked on in the next. */
export const WEBHOOKS_A_TURN = 50;
/** Sent at once: a receiver that is slow must not be flooded. */
export const WEBHOOK_CONCURRENCY = 4;
/** A receiver that does not answer by then counts as away, ms. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Sent again after this time, seconds, doubled each time: longer than a try may take, so that two never overlap. */
export const WEBHOOK_RETRY_SECONDS = 15;
/** And at least this often, seconds. */
export const MAX_WEBHOOK_RETRY_SECONDS = 3_600;
/** Given up when nobody has taken it for this time, seconds: three days, a long weekend. */
export const WEBHOOK_GIVE_UP_SECONDS = 259_200;
/** Kept after its end for this time, seconds: a week, to look into a receiver's complaint. */
export const WEBHOOK_KEPT_SECONDS = 604_800;
/** Characters of what went wrong that are kept. */
export const WEBHOOK_ERROR_CHARS = 500;
