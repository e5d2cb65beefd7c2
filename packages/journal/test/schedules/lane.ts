import { createTestDatabase } from '@checkpoint/testing';
import pg from 'pg';
import { installClock, MOVED_CLOCK } from './clock.ts';

/** A transaction of each worker, and the scheduler's own look. */
const CONNECTIONS = 8;

/** Milliseconds for the pool to close; it waits for clients that a stopped schedule never gave back. */
const CLOSE_MS = 1_000;

/** A database with a clock of its own, in which one schedule runs at a time. */
export interface Lane {
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export async function openLane(): Promise<Lane> {
  const database = await createTestDatabase('journal');
  await database.pool.query('CREATE TABLE outside_rows (id bigserial, key text, epoch int, body text)');
  await database.pool.query('CREATE INDEX ON outside_rows (key)');
  await installClock(database.pool);
  const pool = new pg.Pool({ connectionString: database.url, max: CONNECTIONS, options: MOVED_CLOCK });
  return {
    pool,
    async close() {
      // Dropping closes whoever is still connected, also one that hangs.
      pool.on('error', () => undefined);
      await database.drop();
      await Promise.race([pool.end(), new Promise((resolve) => setTimeout(resolve, CLOSE_MS))]);
    },
  };
}
