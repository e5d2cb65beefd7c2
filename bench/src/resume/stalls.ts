import type pg from 'pg';
import type { Kill } from './kill.ts';

export interface Stall {
  readonly runId: string;
  /** Step of the attempt that ended the stall; 0 for the end of the run. */
  readonly step: number;
  readonly ms: number;
  readonly fromMs: number;
}

interface Span {
  readonly run_id: string;
  readonly step: number;
  readonly worker_id: string;
  readonly begun: number;
  readonly ended: number | null;
}

const SPANS = `
SELECT run_id, step, worker_id, extract(epoch FROM started_at)::float8 * 1000 AS begun,
       extract(epoch FROM ended_at)::float8 * 1000 AS ended
FROM attempts WHERE run_id = ANY ($1)
UNION ALL
SELECT run_id, 0, '', extract(epoch FROM ended_at)::float8 * 1000, NULL FROM runs
WHERE run_id = ANY ($1) AND ended_at IS NOT NULL
ORDER BY run_id, begun`;

/**
 * The longest time of each run during which no living worker had an attempt of it. An attempt of a killed worker ends
 * with the kill, whatever its row says.
 */
export async function longestStalls(
  db: pg.Pool,
  runIds: readonly string[],
  kills: readonly Pick<Kill, 'workerId' | 'atMs'>[],
): Promise<Stall[]> {
  const diedAt = new Map(kills.map(({ workerId, atMs }) => [workerId, atMs]));
  const { rows } = await db.query<Span & pg.QueryResultRow>(SPANS, [runIds]);
  const longest = new Map<string, Stall>();
  const busyUntil = new Map<string, number>();
  for (const span of rows) {
    const before = busyUntil.get(span.run_id);
    const stall = {
      runId: span.run_id,
      step: span.step,
      ms: span.begun - (before ?? span.begun),
      fromMs: before ?? 0,
    };
    if (stall.ms >= (longest.get(span.run_id)?.ms ?? 0)) longest.set(span.run_id, stall);
    const end = Math.min(
      span.ended ?? Number.POSITIVE_INFINITY,
      diedAt.get(span.worker_id) ?? Number.POSITIVE_INFINITY,
    );
    busyUntil.set(span.run_id, Math.max(before ?? 0, Number.isFinite(end) ? end : span.begun));
  }
  return [...longest.values()].sort((a, b) => b.ms - a.ms);
}
