/** How long a change waits until a reader hears of it, at most, ms. One query serves all readers. */
export const EVENT_POLL_MS = 150;
/** After a poll that failed, ms: Postgres is away, and asking faster brings it back no sooner. */
export const EVENT_RETRY_MS = 1_000;
/** Rows that one poll reads; a longer backlog is read on at once. */
export const EVENT_BATCH_ROWS = 500;
/** Events that wait for one slow reader. Then its stream ends, and it comes back with its last id. */
export const MAX_QUEUED_EVENTS = 5_000;
/** A comment that keeps proxies from closing an idle stream, ms. Half of the usual 30 s limit. */
export const KEEP_ALIVE_COMMENT_MS = 15_000;
/** A reader that lost its stream comes back after this time, ms. */
export const RECONNECT_MS = 500;
