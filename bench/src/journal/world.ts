import { randomUUID } from 'node:crypto';
import { WorkerId } from '@checkpoint/contracts';
import {
  createJournal,
  type Effect,
  type Journal,
  journalMigrations,
  migrate,
  startLease,
} from '@checkpoint/journal';
import pg from 'pg';

/** Connections of the journal's pool: what a worker has (services/worker/src/limits.ts). */
export const POOL_SIZE = 16;

/** Effects of one run, three a step: what the ledger's runs look like. */
const EFFECTS_A_RUN = 90;
const EFFECTS_A_STEP = 3;

/** A database with the journal's tables, and a worker in this process. */
export interface World {
  readonly pool: pg.Pool;
  readonly journal: Journal;
  readonly workerId: WorkerId;
  /** A new effect each time, of runs whose ids are as random as the API's. */
  nextEffect(): Effect;
  close(): Promise<void>;
}

export async function createWorld(databaseUrl: string): Promise<World> {
  await migrate({ databaseUrl, dir: journalMigrations, table: 'journal_migrations' });
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  const beats = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const workerId = WorkerId.parse(`bench/${randomUUID()}`);
  const worker = { workerId, host: 'bench', pid: process.pid, pidStarted: null, buildId: 'bench' };
  const lease = await startLease({ db: beats, worker });
  let made = 0;
  let runId = '';
  return {
    pool,
    journal: createJournal({ pool, lease }),
    workerId,
    nextEffect() {
      const place = made % EFFECTS_A_RUN;
      if (place === 0) runId = `bench-${randomUUID().replaceAll('-', '').slice(0, 12)}`;
      made += 1;
      const step = 1 + Math.floor(place / EFFECTS_A_STEP);
      return {
        ...{ runId, step, toolUseId: `call_${(place % EFFECTS_A_STEP) + 1}`, tool: 'book', attempt: 1 },
        args: JSON.stringify({ account: `4${place}00-${runId}`, amount: `${place}.00`, currency: 'EUR' }),
      };
    },
    async close() {
      lease.stop();
      await Promise.all([pool.end(), beats.end()]);
    },
  };
}
