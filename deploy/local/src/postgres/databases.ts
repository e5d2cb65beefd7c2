import pg from 'pg';
import type { Secrets } from '../secrets.ts';

/** Names of the databases and roles. On a server of the user's they carry the name of his database in front. */
export type Names = {
  readonly journal: string;
  readonly temporal: string;
  readonly temporalVisibility: string;
  readonly witness: string;
};

export const EMBEDDED_NAMES: Names = {
  journal: 'checkpoint',
  temporal: 'temporal',
  temporalVisibility: 'temporal_visibility',
  witness: 'witness',
};

/** Creates the role with this password, or gives an existing one this password. */
export async function ensureRole(admin: pg.Client, role: string, password: string): Promise<void> {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await admin.query(
    `${verb} ROLE ${admin.escapeIdentifier(role)} LOGIN PASSWORD ${admin.escapeLiteral(password)}`,
  );
  // Since PostgreSQL 16 a role that is no superuser may not give a database to one it created, unless it is a member.
  const { rows } = await admin.query<{ rolsuper: boolean }>(
    'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.rolsuper === false) await admin.query(`GRANT ${admin.escapeIdentifier(role)} TO CURRENT_USER`);
}

/** Creates the database for its owner; only the owner may connect. */
export async function ensureDatabase(admin: pg.Client, database: string, owner: string): Promise<void> {
  const name = admin.escapeIdentifier(database);
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [database]);
  if (rowCount === 0) await admin.query(`CREATE DATABASE ${name} OWNER ${admin.escapeIdentifier(owner)}`);
  await admin.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
}

/** The databases and roles of a stack, made where they are absent. Safe to repeat. */
export async function ensureDatabases(adminUrl: string, names: Names, secrets: Secrets): Promise<void> {
  await withClient(adminUrl, async (admin) => {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [names.journal]);
    // A journal database that exists keeps its owner: on the user's server that is his own role.
    if (rowCount === 0) {
      await ensureRole(admin, names.journal, secrets.checkpoint);
      await ensureDatabase(admin, names.journal, names.journal);
    }
    await ensureRole(admin, names.temporal, secrets.temporal);
    await ensureRole(admin, names.witness, secrets.witness);
    await ensureDatabase(admin, names.temporal, names.temporal);
    await ensureDatabase(admin, names.temporalVisibility, names.temporal);
    await ensureDatabase(admin, names.witness, names.witness);
    // The witness compares the ledger's rows with what arrived at it; it may read that one table and no more.
    const journal = admin.escapeIdentifier(names.journal);
    await admin.query(`GRANT CONNECT ON DATABASE ${journal} TO ${admin.escapeIdentifier(names.witness)}`);
  });
}

/** The same server and options, another database and role. */
export function urlFor(adminUrl: string, database: string, role: string, password: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  url.username = role;
  url.password = password;
  return url.href;
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
