import pg from 'pg';

/** Tables to which the API may add, and whose rows it may never change. */
const APPEND_ONLY = ['decisions'] as const;

/**
 * Lets `role` work on all tables, those that later migrations of the connecting role make included, and only add to the
 * audit. It owns nothing, so it cannot take a trigger down either. Throws what Postgres says: the role must exist.
 */
export async function grantApiRole(databaseUrl: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const name = client.escapeIdentifier(role);
    await client.query('BEGIN');
    await client.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`);
    await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${name}`);
    await client.query(
      `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name}`,
    );
    await client.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${name}`);
    for (const table of APPEND_ONLY) {
      await client.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${name}`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
