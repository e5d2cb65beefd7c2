import type { Logger } from '@checkpoint/telemetry';
import pg from 'pg';

/** Connections of one API process: routes, sweeps and the event poll share them. */
export const MAX_CONNECTIONS = 12;
/** A request waits this long for a connection, then answers 503, ms. */
const CONNECT_TIMEOUT_MS = 3_000;
/** No statement of the API reads more than a page; a longer one is stuck, ms. */
const STATEMENT_TIMEOUT_MS = 15_000;

/** The API's pool. An idle connection that breaks is logged and replaced, it ends nothing. */
export function createPool(databaseUrl: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'checkpoint-api',
    keepAlive: true,
  });
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection broke'));
  return pool;
}

/** Runs `work` in one transaction; rolls back and throws what it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (err: Error) => {
    broken = err;
  };
  // The pool listens to idle connections only: one that breaks between two statements would end the process.
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (thrown) {
    await client.query('ROLLBACK').catch(onError);
    throw thrown;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
