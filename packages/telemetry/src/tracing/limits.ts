/** A kill loses what ended in this time at most, ms: the wait until ended spans are sent. */
export const FLUSH_DELAY_MS = 150;
/** Spans of one export: some 50 KB, written out in a few milliseconds of the event loop. */
export const MAX_EXPORT_SPANS = 128;
/** Spans that wait while the collector is away, some 2 MB; later ones are dropped. Work never waits for a collector. */
export const MAX_QUEUED_SPANS = 4_096;
/** A collector that takes longer is away, ms. */
export const EXPORT_TIMEOUT_MS = 3_000;
/** A process that stops waits so long for its last spans, ms. */
export const STOP_TIMEOUT_MS = 2_000;
/** Attributes hold names and numbers; a longer text is an error's, characters. */
export const MAX_ATTRIBUTE_CHARS = 500;
/** An export that fails is told once in this time, ms: a collector that is away would fill the log. */
export const COMPLAIN_EVERY_MS = 60_000;
