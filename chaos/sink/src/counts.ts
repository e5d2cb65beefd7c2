import {
  WITNESS_KINDS,
  type WitnessCount,
  type WitnessCounts,
  type WitnessKeyCount,
  type WitnessKeyList,
  type WitnessKind,
} from '@checkpoint/contracts';
import type pg from 'pg';
import type { LedgerRows } from './ledger-rows.ts';
import { run } from './sql.ts';

const NONE: WitnessCount = { arrivals: 0, applications: 0, distinctKeys: 0, duplicates: 0 };

type CountRow = { kind: string; arrivals: string; applications: string; distinctKeys: string };
type KeyRow = { effectKey: string; kind: WitnessKind; arrivals: string; applications: string };

/** Kinds that somebody watches. A kind that nobody watches has counts of 0 that prove nothing. */
export function watched(ledger: LedgerRows | undefined): WitnessKind[] {
  return WITNESS_KINDS.filter((kind) => kind !== 'row' || ledger !== undefined);
}

/** What was counted, of one run or of all. Throws when a watched kind cannot be read. */
export async function readCounts(
  pool: pg.Pool,
  ledger: LedgerRows | undefined,
  runId: string | undefined,
): Promise<WitnessCounts> {
  const [rows, row] = await Promise.all([
    run<CountRow>(pool, 'count-arrivals', [runId ?? null]),
    ledger?.count(runId) ?? NONE,
  ]);
  const byKind = {
    file: countOf(rows, 'file'),
    row,
    mail: countOf(rows, 'mail'),
    payment: countOf(rows, 'payment'),
  };
  return { runId: runId ?? null, byKind, total: sum(Object.values(byKind)), sources: watched(ledger) };
}

/** What was counted under each key of a run. Throws when a watched kind cannot be read. */
export async function readKeys(
  pool: pg.Pool,
  ledger: LedgerRows | undefined,
  runId: string,
): Promise<WitnessKeyList> {
  const [rows, ledgerKeys] = await Promise.all([
    run<KeyRow>(pool, 'count-keys', [runId]),
    ledger?.keys(runId) ?? [],
  ]);
  const own = rows.map(
    (row): WitnessKeyCount => ({
      ...row,
      arrivals: Number(row.arrivals),
      applications: Number(row.applications),
    }),
  );
  return { keys: [...own, ...ledgerKeys], sources: watched(ledger) };
}

function countOf(rows: readonly CountRow[], kind: WitnessKind): WitnessCount {
  const row = rows.find((candidate) => candidate.kind === kind);
  if (row === undefined) return NONE;
  const applications = Number(row.applications);
  const distinctKeys = Number(row.distinctKeys);
  return {
    arrivals: Number(row.arrivals),
    applications,
    distinctKeys,
    duplicates: applications - distinctKeys,
  };
}

function sum(counts: readonly WitnessCount[]): WitnessCount {
  return counts.reduce((total, count) => ({
    arrivals: total.arrivals + count.arrivals,
    applications: total.applications + count.applications,
    distinctKeys: total.distinctKeys + count.distinctKeys,
    duplicates: total.duplicates + count.duplicates,
  }));
}
