import type { TimelineRow } from './rows.ts';

/** A stretch of time that the axis shows, milliseconds since 1970. */
export interface Scale {
  readonly fromMs: number;
  readonly toMs: number;
}

/** An axis is never shorter than this, milliseconds: one step of a moment would fill it and say nothing. */
const SHORTEST_MS = 10;

/** The stretch that covers these rows; open ones reach to `nowMs`. */
export function scaleOf(rows: readonly TimelineRow[], nowMs: number): Scale {
  if (rows.length === 0) return { fromMs: nowMs - SHORTEST_MS, toMs: nowMs };
  const fromMs = rows.reduce((least, row) => Math.min(least, row.startMs), Number.POSITIVE_INFINITY);
  const toMs = rows.reduce((most, row) => Math.max(most, row.endMs ?? Math.max(nowMs, row.startMs)), fromMs);
  return { fromMs, toMs: Math.max(toMs, fromMs + SHORTEST_MS) };
}

/** Where an instant lies on the axis, per cent. */
export function percent(scale: Scale, atMs: number): number {
  const share = (atMs - scale.fromMs) / (scale.toMs - scale.fromMs);
  return 100 * Math.max(0, Math.min(1, share));
}

/** Lengths that a person reads at once, milliseconds. */
const ROUND_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
] as const;
const MOST_TICKS = 6;

/** Round distances from `originMs` that lie on the axis, milliseconds. */
export function ticks(scale: Scale, originMs: number): readonly number[] {
  const length = scale.toMs - scale.fromMs;
  const apart = ROUND_MS.find((each) => length / each <= MOST_TICKS) ?? length / MOST_TICKS;
  const first = Math.ceil((scale.fromMs - originMs) / apart);
  const last = Math.floor((scale.toMs - originMs) / apart);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * apart);
}
