import { AppError, asError, type WitnessCount, type WitnessKeyCount } from '@checkpoint/contracts';
import type pg from 'pg';
import { run } from './sql.ts';

/**
 * Rows that the agents' `transactional` tools wrote. They live in the product's database, so the witness looks at them
 * from outside, through its own role that may only read. The table has no unique key on `effect_key`: a second row of
 * an effect is possible, and is counted.
 */
export interface LedgerRows {
  /** Every row is an arrival and an application. Throws AppError DATABASE_UNAVAILABLE: no answer is no zero. */
  count(runId: string | undefined): Promise<WitnessCount>;
  keys(runId: string): Promise<WitnessKeyCount[]>;
}

type CountRow = { applications: string; distinctKeys: string };
type KeyRow = { effectKey: string; applications: string };

/** Looks through this pool. */
export function createLedgerRows(pool: pg.Pool): LedgerRows {
  return {
    async count(runId) {
      const [row] = await look(() => run<CountRow>(pool, 'ledger-count', [runId ?? null]));
      const applications = Number(row?.applications ?? 0);
      const distinctKeys = Number(row?.distinctKeys ?? 0);
      return { arrivals: applications, applications, distinctKeys, duplicates: applications - distinctKeys };
    },
    async keys(runId) {
      const rows = await look(() => run<KeyRow>(pool, 'ledger-keys', [runId]));
      return rows.map((row) => {
        const applications = Number(row.applications);
        return { effectKey: row.effectKey, kind: 'row', arrivals: applications, applications };
      });
    },
  };
}

async function look<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const error = asError(thrown);
    throw new AppError(
      'DATABASE_UNAVAILABLE',
      `ledger rows cannot be read: ${error.message}; check WITNESS_LEDGER_DATABASE_URL and that its role may SELECT ledger_rows`,
      {},
      error,
    );
  }
}
