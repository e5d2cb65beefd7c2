/** The audit cannot be changed: not by its owner's statements, and not at all by the role as which the API connects. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '@checkpoint/testing';
import pg from 'pg';
import { grantApiRole } from '../src/store/grants.ts';
import { insertApproval, SHOWN, sha256 } from './support/approvals.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertRunRow, insertUnknown, insertWorker } from './support/rows.ts';

/** Owner of the tables in test databases; the name is its password too. */
const OWNER = 'checkpoint_test_owner';
const API = 'checkpoint_test_api';

let database: TestDatabase;
/** An API that connects as a role which owns nothing. */
let api: Harness;
let asApi: pg.Pool;
let asOwner: pg.Pool;

function urlAs(role: string): string {
  const url = new URL(database.url);
  url.username = role;
  url.password = role;
  return url.href;
}

before(async () => {
  database = await createTestDatabase('product');
  const role = await database.pool.query('SELECT FROM pg_roles WHERE rolname = $1', [API]);
  if (role.rowCount === 0) await database.pool.query(`CREATE ROLE ${API} LOGIN PASSWORD '${API}'`);
  await grantApiRole(urlAs(OWNER), API);
  api = await createHarness({ databaseUrl: urlAs(API) });
  asApi = new pg.Pool({ connectionString: urlAs(API), max: 2 });
  asOwner = new pg.Pool({ connectionString: urlAs(OWNER), max: 2 });
});
after(async () => {
  await api.close();
  await Promise.all([asApi.end(), asOwner.end()]);
  await database.drop();
});

const code = (sqlState: string) => (thrown: unknown) => (thrown as { code?: string }).code === sqlState;
const REFUSED = code('42501');

test('under a role that owns nothing the API works: it starts, decides, sweeps and reads the audit', async () => {
  await api.runtime.start();
  await insertRunRow(database.pool, 'role-1');
  const key = await insertApproval(database.pool, { runId: 'role-1' });
  const payload = { argsSha256: sha256(SHOWN), decision: { kind: 'approve' }, by: 'ann' };
  const decided = await api.app.inject({ method: 'POST', url: `/api/approvals/${key}/decision`, payload });
  assert.equal(decided.statusCode, 200, decided.body);
  const workerId = await insertWorker(database.pool);
  const effect = await insertUnknown(database.pool, { runId: 'role-1', workerId, id: 'u' });
  const resolved = await api.app.inject({
    method: 'POST',
    url: `/api/effects/${effect}/resolution`,
    payload: { decision: { kind: 'give_up', reason: 'nobody knows' }, by: 'ben' },
  });
  assert.equal(resolved.statusCode, 200, resolved.body);
  const { decisions } = (await api.app.inject('/api/decisions?runId=role-1')).json();
  assert.deepEqual(
    decisions.map(({ kind, decision, decidedBy }: Record<string, string>) => [kind, decision, decidedBy]),
    [
      ['unknown', 'give_up', 'ben'],
      ['approval', 'approved', 'ann'],
    ],
  );
});

for (const statement of [
  "UPDATE decisions SET decided_by = 'somebody else'",
  'DELETE FROM decisions',
  'TRUNCATE decisions',
]) {
  test(`${statement.split(' ')[0]} of the audit is refused to the API’s role and to the owner`, async () => {
    await assert.rejects(asApi.query(statement), REFUSED);
    await assert.rejects(asOwner.query(statement), REFUSED);
    // Even with the right: the trigger stands in the way of a superuser too.
    await assert.rejects(database.pool.query(statement), REFUSED);
    const { rows } = await asApi.query('SELECT count(*)::int AS n FROM decisions');
    assert.ok(rows[0].n >= 2);
  });
}

for (const statement of [
  'ALTER TABLE decisions DISABLE TRIGGER ALL',
  'DROP TRIGGER decisions_append_only ON decisions',
  'DROP TABLE decisions CASCADE',
  'CREATE OR REPLACE FUNCTION decisions_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
  "SET session_replication_role = 'replica'",
  `GRANT UPDATE ON decisions TO ${API}`,
]) {
  test(`the API’s role cannot take the guard down: ${statement.slice(0, 50)}`, async () => {
    // A grant of what one does not have is a warning and no error; what counts is that nothing has changed.
    await asApi
      .query(statement)
      .catch((thrown: unknown) => assert.ok(REFUSED(thrown) || code('42503')(thrown)));
    await assert.rejects(asApi.query("UPDATE decisions SET reason = 'x'"), REFUSED);
  });
}

test('nothing that is decided is left out of the audit: the decision and its row are one transaction', async () => {
  await insertRunRow(database.pool, 'one-1');
  const key = await insertApproval(database.pool, { runId: 'one-1' });
  await database.pool.query('ALTER TABLE decisions ADD CONSTRAINT broken CHECK (run_id <> $$one-1$$)');
  const payload = { argsSha256: sha256(SHOWN), decision: { kind: 'approve' }, by: 'ann' };
  const failed = await api.app.inject({ method: 'POST', url: `/api/approvals/${key}/decision`, payload });
  assert.equal(failed.statusCode, 500);
  const { rows } = await database.pool.query("SELECT state FROM approvals WHERE run_id = 'one-1'");
  assert.deepEqual(rows, [{ state: 'waiting' }]);
});

test('a row of the audit whose bytes do not have their hash is refused by the database', async () => {
  const insert = `INSERT INTO decisions (kind, run_id, step, tool_use_id, tool, round, decision, decided_by, decided_via,
                    shown, shown_sha256, build_id)
                  VALUES ('approval', 'forged', 1, 'p', 'pay', 1, 'approved', 'ann', 'token', '{"cents":1}', $1, 'x')`;
  await assert.rejects(asApi.query(insert, [sha256(SHOWN)]), code('23514'));
  await asApi.query(insert, [sha256('{"cents":1}')]);
});
