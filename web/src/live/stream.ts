import { now } from '../lib/clock.ts';
import { connection } from './connection.ts';

/**
 * Server-sent events. The browser itself reconnects after a broken connection and sends `Last-Event-ID`; it gives up
 * for good when the answer is an error, and then we open a new stream, later each time. Whoever reads the events is
 * told of every opening, because only a read can close the gap before it.
 *
 * A hidden page holds no stream: a browser opens six connections to a host at most, and seven tabs would starve.
 */
export interface StreamReader {
  /** Called for each event with its parsed data, or null when that is no JSON. */
  readonly onEvent: (data: unknown) => void;
  /**
   * Called when the stream is open: what was read before `at` may have missed a change. Not called for a first opening
   * that goes on from a known position.
   */
  readonly onGap: (at: number) => void;
  /** The id of the last event that is known already; the stream goes on from there. */
  readonly after: string | null;
}

/** Milliseconds before the first new try, and the most that doubling may reach. */
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8_000;

/** Names of events that the API sends; a stream without names delivers `message`. */
const EVENT_NAMES = ['message', 'run', 'step', 'attempt', 'effect', 'hold', 'worker', 'approval'] as const;

const retriers = new Set<() => void>();

/** Tries at once to reach the API again, on behalf of a person who does not want to wait. */
export function retryNow(): void {
  for (const retry of retriers) retry();
}

/** Follows the events at `url` until the returned function is called. */
export function followEvents(url: string, reader: StreamReader): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let position = reader.after;
  let mayHaveGap = position === null;

  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(
      position === null ? url : `${url}?lastEventId=${encodeURIComponent(position)}`,
    );
    source = opened;
    opened.onopen = () => {
      failures = 0;
      connection.streamOpened();
      if (mayHaveGap) reader.onGap(now());
      mayHaveGap = true;
    };
    opened.onerror = () => {
      connection.streamBroke();
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
      failures += 1;
    };
    for (const name of EVENT_NAMES) opened.addEventListener(name, receive);
  };
  const receive = (event: MessageEvent<string>) => {
    connection.heard();
    if (event.lastEventId !== '') position = event.lastEventId;
    reader.onEvent(parsed(event.data));
  };
  const onVisibility = () => {
    if (!document.hidden) return open();
    close();
    connection.streamClosed();
  };

  document.addEventListener('visibilitychange', onVisibility);
  retriers.add(open);
  if (!document.hidden) open();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    retriers.delete(open);
    close();
    connection.streamClosed();
  };
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
