/**
 * Database time that a test can move. Every statement of the journal says `now()`; in a lane's connections that name
 * finds `clock.now()` before Postgres's own, so minutes of waiting cost nothing and no worker's clock is asked.
 */
import type pg from 'pg';

/** For `options` of a connection: the moved clock first. Nothing here needs to outlive a crash of the server. */
export const MOVED_CLOCK = '-c search_path=clock,pg_catalog,public -c synchronous_commit=off';

const DEFAULTS: readonly (readonly [table: string, column: string])[] = [
  ['workers', 'started_at'],
  ['workers', 'beat_at'],
  ['death_certificates', 'issued_at'],
  ['effects', 'intended_at'],
  ['effect_attempts', 'started_at'],
  ['effect_resolutions', 'decided_at'],
];

/** Gives the database a clock of its own. Column defaults were bound to Postgres's clock, so they are bound anew. */
export async function installClock(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.ahead (ms float8 NOT NULL);
    INSERT INTO clock.ahead VALUES (0);
    CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS
      'SELECT pg_catalog.now() + (SELECT make_interval(secs => ms / 1000) FROM clock.ahead)';
  `);
  for (const [table, column] of DEFAULTS) {
    await pool.query(`ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT clock.now()`);
  }
}

/** Lets milliseconds pass in the database; the leases of these workers are renewed as their beats would have done. */
export async function passTime(pool: pg.Pool, ms: number, beating: readonly string[]): Promise<void> {
  await pool.query({ name: 'clock_ahead', text: 'UPDATE clock.ahead SET ms = ms + $1', values: [ms] });
  await pool.query({
    name: 'clock_beat',
    text: 'UPDATE workers SET lease_until = lease_until + make_interval(secs => $1::float8 / 1000) WHERE worker_id = ANY($2)',
    values: [ms, beating],
  });
}
