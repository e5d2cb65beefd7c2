import { useNow } from '../lib/clock.ts';
import { ago } from '../lib/time.ts';
import type { ConnectionState } from '../live/connection.ts';
import { retryNow } from '../live/stream.ts';
import { useConnection } from '../live/use-live.ts';
import { type Meaning, Sign } from '../parts/sign.tsx';

const MEANING: Readonly<Record<ConnectionState, Meaning>> = {
  connecting: 'quiet',
  live: 'done',
  reading: 'person',
  disconnected: 'person',
};

const WORDS: Readonly<Record<ConnectionState, string>> = {
  connecting: 'connecting',
  live: 'live',
  reading: 'no live changes',
  disconnected: 'disconnected',
};

/** Whether what is shown is current, and if not, how old it is. The age is not read aloud every second. */
export function ConnectionLabel() {
  const { state, freshAt } = useConnection();
  const nowMs = useNow();
  const isStale = state === 'reading' || state === 'disconnected';
  return (
    <div className="connection" data-connection={state}>
      <Sign meaning={MEANING[state]} />
      <span role="status">{WORDS[state]}</span>
      {isStale && (
        <>
          <span aria-hidden="true" className="age">
            {freshAt === null ? 'no data yet' : `data from ${ago(freshAt, nowMs)}`}
          </span>
          <button type="button" className="plain" onClick={retryNow}>
            Try now
          </button>
        </>
      )}
    </div>
  );
}
