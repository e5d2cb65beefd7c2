import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '@checkpoint/contracts';
import { withClient } from '../postgres/databases.ts';

const run = promisify(execFile);

/** 1.5 seconds on two cores; a minute means that the database does not answer. */
const SCHEMA_WITHIN_MS = 60_000;

export type TemporalDatabase = { readonly url: string; readonly schema: 'temporal' | 'visibility' };

/** Brings one of Temporal's databases to the schema of this server version. Safe to repeat. */
export async function ensureSchema(sqlTool: string, { url, schema }: TemporalDatabase): Promise<void> {
  const tool = (...args: string[]) => runTool(sqlTool, url, args);
  const begun = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string | null }>(
      "SELECT to_regclass('schema_version') AS name",
    );
    return rows[0]?.name !== null;
  });
  if (!begun) await tool('setup-schema', '-v', '0.0');
  await tool('update-schema', '--schema-name', `postgresql/v12/${schema}`);
}

/**
 * Forgets the addresses of the server that ran before. Ours is the only server on this database, and it gets other inner
 * ports at each start; waiting for the old addresses to expire cost 46 seconds.
 */
export async function forgetMembers(url: string): Promise<void> {
  await withClient(url, (client) => client.query('DELETE FROM cluster_membership'));
}

async function runTool(sqlTool: string, url: string, args: readonly string[]): Promise<void> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const env = {
    USER: 'checkpoint',
    SQL_PLUGIN: 'postgres12',
    SQL_HOST: hostname,
    SQL_PORT: port === '' ? '5432' : port,
    SQL_USER: decodeURIComponent(username),
    SQL_PASSWORD: decodeURIComponent(password),
  };
  try {
    await run(sqlTool, ['--database', pathname.slice(1), ...args], { env, timeout: SCHEMA_WITHIN_MS });
  } catch (thrown) {
    const { stderr, stdout } = thrown as { stderr?: string; stdout?: string };
    throw new AppError(
      'START_FAILED',
      `temporal-sql-tool ${args.join(' ')} on database ${pathname.slice(1)} failed:\n${stderr || stdout || thrown}`,
      { database: pathname.slice(1) },
      thrown,
    );
  }
}
