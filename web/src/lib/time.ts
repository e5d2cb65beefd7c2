const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds since 1970 of an instant that the API gave. */
export function millis(instant: string): number {
  return Date.parse(instant);
}

/** A short length of time: `0.21 s`, `42 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. Negative lengths are 0. */
export function duration(lengthMs: number): string {
  const ms = Math.max(0, lengthMs);
  if (ms < 10 * SECOND_MS) return `${(ms / SECOND_MS).toFixed(ms < SECOND_MS ? 3 : 2)} s`;
  if (ms < MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return pair(ms, MINUTE_MS, 'min', SECOND_MS, 's');
  if (ms < DAY_MS) return pair(ms, HOUR_MS, 'h', MINUTE_MS, 'min');
  return pair(ms, DAY_MS, 'd', HOUR_MS, 'h');
}

/** A round length, as an axis has them, without the digits behind the point that say nothing: `0.2 s`, `1 s`, `0`. */
export function roundDuration(lengthMs: number): string {
  if (lengthMs === 0) return '0';
  return duration(lengthMs)
    .replace(/(\.\d*?)0+ s$/, '$1 s')
    .replace('. s', ' s');
}

function pair(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)} ${bigName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

/** How long ago, in one unit: `now`, `12 s ago`, `5 min ago`. An instant ahead of the clock is `now`. */
export function ago(atMs: number, nowMs: number): string {
  const age = nowMs - atMs;
  if (age < SECOND_MS) return 'now';
  if (age < MINUTE_MS) return `${Math.floor(age / SECOND_MS)} s ago`;
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h ago`;
  return `${Math.floor(age / DAY_MS)} d ago`;
}

const clockTime = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const dateAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** `18:25:04.120`, in the reader's time zone. */
export function clock(instant: string): string {
  return clockTime.format(millis(instant));
}

/** The absolute time for a hover, with the zone and the API's own text: no reading of it is ambiguous. */
export function absolute(instant: string): string {
  return `${dateAndTime.format(millis(instant))} (${instant})`;
}
