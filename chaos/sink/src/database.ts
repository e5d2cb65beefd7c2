import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import {
  CONNECT_TIMEOUT_MS,
  LEDGER_POOL_CONNECTIONS,
  POOL_CONNECTIONS,
  STATEMENT_TIMEOUT_MS,
} from './limits.ts';

/** Connections to the witness's own database. */
export function ownPool(databaseUrl: string, log: FastifyBaseLogger): pg.Pool {
  return pool({ connectionString: databaseUrl, max: POOL_CONNECTIONS, application_name: 'witness' }, log);
}

/** Connections to the product's database. The server itself refuses every write on them. */
export function readOnlyPool(databaseUrl: string, log: FastifyBaseLogger): pg.Pool {
  return pool(
    {
      connectionString: databaseUrl,
      max: LEDGER_POOL_CONNECTIONS,
      application_name: 'witness-reader',
      options: '-c default_transaction_read_only=on',
    },
    log,
  );
}

function pool(config: pg.PoolConfig, log: FastifyBaseLogger): pg.Pool {
  const made = new pg.Pool({
    ...config,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced; without a listener it would end the process.
  made.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'));
  return made;
}
