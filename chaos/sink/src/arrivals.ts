import type { WitnessArrival, WitnessArrivalList } from '@checkpoint/contracts';
import type pg from 'pg';
import { run } from './sql.ts';

export interface ArrivalQuery {
  readonly runId?: string | undefined;
  readonly key?: string | undefined;
  /** Id of the last arrival already read; 0 for the beginning. */
  readonly after: number;
  /** Rows of a page. */
  readonly limit: number;
}

type ArrivalRow = Omit<WitnessArrival, 'id' | 'at'> & { id: string; at: Date };

/** One page of arrivals in the order in which they were committed. Going on from `nextAfter` misses none. */
export async function readArrivals(pool: pg.Pool, query: ArrivalQuery): Promise<WitnessArrivalList> {
  // One row more than the page says whether there is a next one.
  const values = [query.runId ?? null, query.key ?? null, query.after, query.limit + 1];
  const rows = await run<ArrivalRow>(pool, 'list-arrivals', values);
  const arrivals = rows
    .slice(0, query.limit)
    .map((row): WitnessArrival => ({ ...row, id: Number(row.id), at: row.at.toISOString() }));
  return { arrivals, nextAfter: rows.length > query.limit ? (arrivals.at(-1)?.id ?? null) : null };
}
