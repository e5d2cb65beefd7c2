/**
 * What a simulated worker sees of Postgres: its statements stop at the scheduler, can lose their answer or never leave,
 * and its open transaction is undone when it dies. Behind it all workers of a lane share a few real connections.
 */
import type pg from 'pg';
import type { SimWorker } from './worker.ts';

type Statement = string | pg.QueryConfig;

/** The error of a connection that broke. */
export function lost(message: string): Error {
  return Object.assign(new Error(message), { code: 'ECONNRESET' });
}

export class Connection {
  readonly #worker: SimWorker;
  readonly #held = new Set<pg.PoolClient>();
  #cutCommit = false;

  constructor(worker: SimWorker) {
    this.#worker = worker;
  }

  /** As much of a pool as the journal uses. */
  pool(): pg.Pool {
    return {
      query: (statement: Statement, values?: unknown[]) =>
        this.#named(this.#worker.setting.pool, statement, values),
      connect: () => this.#client(),
    } as never;
  }

  /** The server rolls back what the dead process had open. */
  async die(): Promise<void> {
    for (const client of this.#held) {
      await client.query('ROLLBACK');
      client.release();
    }
    this.#held.clear();
  }

  /** The connections are closed as they are: one may hang in a statement that waits for another. */
  abandon(): void {
    for (const client of this.#held) client.release(true);
    this.#held.clear();
  }

  async #client(): Promise<pg.PoolClient> {
    const client = await this.#worker.setting.pool.connect();
    this.#held.add(client);
    return {
      query: (statement: Statement, values?: unknown[]) => this.#onClient(client, statement, values),
      on: () => undefined,
      off: () => undefined,
      release: (broken?: Error | boolean) => this.#release(client, broken),
    } as never;
  }

  #release(client: pg.PoolClient, broken?: Error | boolean): void {
    if (!this.#held.delete(client)) return;
    if (broken === undefined || broken === false) client.release();
    else void client.query('ROLLBACK').then(() => client.release());
  }

  async #onClient(client: pg.PoolClient, statement: Statement, values?: unknown[]): Promise<unknown> {
    if (typeof statement !== 'string' && statement.name !== undefined)
      return await this.#named(client, statement);
    if (statement !== 'COMMIT' || !this.#cutCommit) return await client.query(statement as string, values);
    this.#cutCommit = false;
    await client.query('COMMIT');
    throw lost('the answer to COMMIT was lost');
  }

  async #named(db: pg.Pool | pg.PoolClient, statement: Statement, values?: unknown[]): Promise<unknown> {
    if (typeof statement === 'string') return await db.query(statement, values);
    const name = statement.name?.replace('journal_', '') ?? '';
    const inTransaction = this.#held.size > 0 && name === 'settle';
    const how = await this.#worker.stop({
      kind: inTransaction ? 'settle-in-transaction' : 'statement',
      name,
    });
    if (how === 'fail') throw lost(`the connection broke before ${name}`);
    const result = await db.query(statement);
    this.#worker.setting.ledger.executed(this.#worker.name, name, statement.values ?? [], result.rows);
    if (how === 'cut') throw lost(`the answer to ${name} was lost`);
    this.#cutCommit = how === 'cut-commit';
    return result;
  }
}
