/**
 * Each test file gets a database of its own, cloned from a template in some 30 ms. A template is made once for each
 * state of the migration files, under a lock, and kept for later runs.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applyMigrations, fingerprint, type Kind } from './migrations.ts';
import { servers } from './servers.ts';

export type TestDatabase = { readonly url: string; readonly pool: pg.Pool; drop(): Promise<void> };

/** Advisory lock under which templates are made and cloned; a clone fails while anybody is connected to its template. */
const TEMPLATE_LOCK = 7_263_551;

/**
 * Migrations run as an ordinary role that owns its database, as they do in every installation. A superuser may do what
 * that role may not, so a migration that needs one must fail here. The name is its password too: loopback, test data.
 */
const OWNER = 'checkpoint_test_owner';

/** Tests of one file run a few queries at once; the server's limit is shared by all files. */
const POOL_SIZE = 10;

/** Makes a database with the tables of this kind. `drop()` removes it, closing whoever is still connected. */
export async function createTestDatabase(kind: Kind): Promise<TestDatabase> {
  const { postgresUrl } = servers();
  const name = `test_${kind}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await withAdmin(postgresUrl, async (admin) => {
    if (kind === 'empty') return admin.query(`CREATE DATABASE ${name}`);
    await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const template = await ensureTemplate(admin, postgresUrl, kind);
    return admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  });
  const url = urlOf(postgresUrl, name);
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  // A test may kill connections on purpose; the next query gets a new one.
  pool.on('error', () => {});
  return { url, pool, drop: () => drop(postgresUrl, name, pool) };
}

async function ensureTemplate(admin: pg.Client, postgresUrl: string, kind: Kind): Promise<string> {
  const name = `template_${kind}_${fingerprint(kind)}`;
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (rowCount !== 0) return name;
  // Renamed once it is whole: a run that dies in the middle leaves no template that lacks tables.
  const unfinished = `${name}_unfinished`;
  await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
  await ensureOwner(admin);
  await admin.query(`CREATE DATABASE ${unfinished} OWNER ${OWNER}`);
  await applyMigrations(kind, urlOf(postgresUrl, unfinished, OWNER));
  await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  return name;
}

async function ensureOwner(admin: pg.Client): Promise<void> {
  const { rowCount } = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [OWNER]);
  if (rowCount === 0) await admin.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD '${OWNER}'`);
}

async function drop(postgresUrl: string, name: string, pool: pg.Pool): Promise<void> {
  if (!pool.ended) await pool.end();
  await withAdmin(postgresUrl, (admin) => admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/** The session's end also frees its advisory lock. */
async function withAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(postgresUrl: string, database: string, role?: string): string {
  const url = new URL(postgresUrl);
  if (role !== undefined) {
    url.username = role;
    url.password = role;
  }
  url.pathname = `/${database}`;
  return url.href;
}
