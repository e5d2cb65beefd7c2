import { now } from '../lib/clock.ts';

/**
 * Whether this page knows what is going on.
 *
 * connecting    nothing has been heard yet
 * live          the stream of events is open: what is shown is current
 * reading       the stream is down, and reads are answered: what is shown is as old as the last read
 * disconnected  nobody answers: what is shown is as old as `freshAt`
 *
 * `live` is entered when the stream opens and left when it breaks; `reading` and `disconnected` are told apart by the
 * last read.
 */
export type ConnectionState = 'connecting' | 'live' | 'reading' | 'disconnected';

export interface Connection {
  readonly state: ConnectionState;
  /** When what is shown was current for the last time, by this machine's clock, milliseconds. */
  readonly freshAt: number | null;
}

/** The server's clock minus ours counts only from here on, milliseconds: the Date header has whole seconds. */
const SKEW_THAT_COUNTS_MS = 2_000;

let current: Connection = { state: 'connecting', freshAt: null };
let streamOpen = false;
let skewMs = 0;
const listeners = new Set<() => void>();

function become(next: Connection): void {
  if (next.state === current.state && next.freshAt === current.freshAt) return;
  current = next;
  for (const listener of listeners) listener();
}

function noteClock(dateHeader: string | null): void {
  const server = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(server)) return;
  const difference = server - now();
  skewMs = Math.abs(difference) < SKEW_THAT_COUNTS_MS ? 0 : difference;
}

export const connection = {
  get: (): Connection => current,
  /** Milliseconds to add to this machine's clock to read the server's. */
  skewMs: (): number => skewMs,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  answered(dateHeader: string | null): void {
    noteClock(dateHeader);
    const withoutStream = current.state === 'connecting' ? 'connecting' : 'reading';
    become({ state: streamOpen ? 'live' : withoutStream, freshAt: now() });
  },
  unanswered(): void {
    become({ state: 'disconnected', freshAt: current.freshAt });
  },
  streamOpened(): void {
    streamOpen = true;
    become({ state: 'live', freshAt: now() });
  },
  streamBroke(): void {
    const freshAt = streamOpen ? now() : current.freshAt;
    streamOpen = false;
    become({ state: 'disconnected', freshAt });
  },
  /** An event arrived: what is shown is current again. */
  heard(): void {
    if (streamOpen) become({ state: 'live', freshAt: now() });
  },
  /** The page closed its stream on purpose: another page opens its own. */
  streamClosed(): void {
    streamOpen = false;
  },
};
