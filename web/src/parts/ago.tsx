import { useNow } from '../lib/clock.ts';
import { absolute, ago, millis } from '../lib/time.ts';
import { connection } from '../live/connection.ts';

/** A relative time by the server's clock, the absolute one on hover. */
export function Ago({ at }: { at: string }) {
  const nowMs = useNow() + connection.skewMs();
  return (
    <time dateTime={at} title={absolute(at)}>
      {ago(millis(at), nowMs)}
    </time>
  );
}
