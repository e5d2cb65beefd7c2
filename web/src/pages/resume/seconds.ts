import { duration } from '../../lib/time.ts';

export const MS_PER_SECOND = 1_000;

/** A latency in seconds as a person reads it. */
export function seconds(value: number): string {
  return duration(value * MS_PER_SECOND);
}
