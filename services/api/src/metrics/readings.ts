import type { HistogramReading, Reading } from '@checkpoint/telemetry';
import pLimit from 'p-limit';
import type pg from 'pg';
import { type Db, rows } from '../store/statements.ts';

/** Statements of one scrape that run at once: the pool is for requests, and a scrape has time. */
const SCRAPE_CONCURRENCY = 2;

/** The same database for scrapes, which leave most of its connections to whoever waits for an answer. */
export function forScrapes(db: Db): Db {
  const limit = pLimit(SCRAPE_CONCURRENCY);
  const query = (config: pg.QueryConfig) => limit(() => db.query(config));
  return { query: query as Db['query'] };
}

/** Callers that ask while a reading is under way share it: one scrape reads each statement once. */
export function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= read().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** A missing series and a zero look alike on a panel, so each known label has a value. */
export function withZeros<Label extends string>(
  label: Label,
  known: readonly string[],
  found: readonly (Record<Label, string> & { value: number })[],
): Reading[] {
  const values = new Map(known.map((name) => [name, 0]));
  for (const reading of found) values.set(reading[label], reading.value);
  return [...values].map(([name, value]) => ({ labels: { [label]: name }, value }));
}

interface HistogramRow {
  readonly counts: number[];
  readonly count: number;
  readonly sum: number;
}

/** Reads a histogram whose statement counts into `buckets` ($1), one row for each value of `label`. */
export async function readHistogram(
  db: Db,
  statement: string,
  { label, known, buckets }: { label: string; known: readonly string[]; buckets: readonly number[] },
): Promise<HistogramReading[]> {
  const found = await rows<HistogramRow & Record<string, unknown>>(db, statement, [buckets]);
  const readings = new Map<string, HistogramReading>(
    known.map((name) => [
      name,
      { labels: { [label]: name }, counts: buckets.map(() => 0), count: 0, sum: 0 },
    ]),
  );
  for (const { counts, count, sum, ...labels } of found) {
    const name = String(labels[label]);
    readings.set(name, { labels: { [label]: name }, counts, count, sum });
  }
  return [...readings.values()];
}
