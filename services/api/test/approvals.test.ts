import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Approval, DecisionList, InboxList } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import type { Runtime } from '../src/runtime.ts';
import { insertApproval, SHOWN, sha256 } from './support/approvals.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertRunRow, insertUnknown, insertWorker } from './support/rows.ts';
import { as, authWith } from './support/tokens.ts';

let api: Harness;
/** The same with people who have names. */
let known: Runtime;
before(async () => {
  api = await createHarness();
  const people = { ann: ['approver'], ben: ['approver'], oscar: ['operator', 'approver'] } as const;
  known = await api.another({ auth: authWith(people) });
});
after(() => api.close());

const get = async (url: string) => (await api.app.inject(url)).json();

/** A run of its own with one question. */
async function question(runId: string, more: Omit<Parameters<typeof insertApproval>[1], 'runId'> = {}) {
  await insertRunRow(api.database.pool, runId);
  return await insertApproval(api.database.pool, { runId, ...more });
}

interface Said {
  readonly by?: string;
  readonly argsSha256?: string;
  readonly through?: Runtime['app'];
  readonly headers?: Record<string, string>;
}

function decide(key: string, decision: object, said: Said = {}) {
  const { argsSha256 = sha256(SHOWN), through = api.app, headers = {} } = said;
  const by = headers.authorization === undefined ? (said.by ?? 'ann') : said.by;
  const payload = { argsSha256, decision, ...(by === undefined ? {} : { by }) };
  return through.inject({ method: 'POST', url: `/api/approvals/${key}/decision`, headers, payload });
}

const approve = { kind: 'approve' };
const reject = { kind: 'reject', reason: 'no' };

test('one inbox: questions and unknown outcomes of all runs, paged, what waits longest first', async () => {
  const workerId = await insertWorker(api.database.pool);
  const first = await question('inbox-1', { requested: -3_000 });
  await insertRunRow(api.database.pool, 'inbox-2');
  const second = await insertUnknown(api.database.pool, { runId: 'inbox-2', workerId, since: -2_000 });
  const third = await question('inbox-3', { requested: -1_000 });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: InboxList = await get(`/api/inbox?limit=1${cursor && `&cursor=${cursor}`}`);
    assert.deepEqual(page.waiting, { all: 3, approval: 2, unknown: 1 });
    seen.push(...page.items.map((item) => (item.kind === 'approval' ? item.approvalKey : item.effectKey)));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, [first, second, third]);
  const metrics: string = (await api.app.inject('/metrics')).body;
  assert.match(metrics, /^checkpoint_inbox_items\{kind="approval"\} 2$/m);
});

test('a run says that it waits for a person, until somebody has decided', async () => {
  const key = await question('waits-1');
  const waiting = async () => {
    const { runs } = await get('/api/runs?limit=200');
    const listed = runs.find(({ runId }: { runId: string }) => runId === 'waits-1');
    return [listed.waiting, (await get('/api/runs/waits-1')).waiting];
  };
  assert.deepEqual(await waiting(), [1, 1]);
  await decide(key, approve);
  assert.deepEqual(await waiting(), [0, 0]);
});

test('an item says what is asked, with which risk, since when and until when, and by which build', async () => {
  const key = await question('item-1');
  const item: Approval = await get(`/api/approvals/${key}`);
  assert.deepEqual(
    [item.kind, item.tool, item.risk, item.question, item.state, item.buildId, item.outcome],
    ['approval', 'pay', 'high', 'Pay?', 'waiting', 'build-7', null],
  );
  assert.deepEqual(item.args, { cents: 900, to: 'ben' });
  assert.equal(item.argsSha256, sha256(SHOWN));
  assert.ok(Date.parse(item.expiresAt) > Date.parse(item.requestedAt));
});

test('arguments that are too long are cut in the list, and whole under their key', async () => {
  const shown = JSON.stringify({ cents: 1, to: 'x'.repeat(40_000) });
  const key = await question('long-1', { shown });
  const { items }: InboxList = await get('/api/inbox?limit=50');
  const item = items.find((each) => each.kind === 'approval' && each.approvalKey === key) as Approval;
  assert.deepEqual([item.argsCut, item.args], [true, shown.slice(0, 16_384)]);
  const whole: Approval = await get(`/api/approvals/${key}`);
  assert.deepEqual([whole.argsCut, whole.args], [false, JSON.parse(shown)]);
});

test('what nobody asked, and what needed nobody, is no approval', async () => {
  await question('nothing-1');
  await api.database.pool.query(
    `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args) VALUES ('nothing-1', 1, 'q', 2, 'pay', 'effect', '{}')`,
  );
  await api.database.pool.query(
    `INSERT INTO approvals SELECT run_id, step, 'q', tool, 'predicate', risk, question, separate_approver, input_schema, secrets,
       shown, args_sha256, stored_sha256, build_id, 'not_needed', requested_at, expires_at FROM approvals WHERE run_id = 'nothing-1'`,
  );
  for (const key of ['nothing-1:1:q', 'nothing-1:9:p', 'no-run:1:p']) {
    const response = await decide(key, approve);
    assert.equal(response.statusCode, 404);
    assert.equal(response.json().code, 'APPROVAL_NOT_FOUND');
  }
});

test('a decision that is not whole is refused by field, and nothing is stored', async () => {
  const key = await question('bad-1');
  const refused: [object, Said, RegExp][] = [
    [{ kind: 'reject' }, {}, /body\.decision\.reason/],
    [{ kind: 'answer' }, {}, /body\.decision\.value/],
    [{ kind: 'edit', args: [1] }, {}, /body\.decision\.args/],
    [{ kind: 'perhaps' }, {}, /body\.decision\.kind/],
    [{ kind: 'answer', value: 'a\0b' }, {}, /body\.decision\.value/],
    [approve, { by: '' }, /body\.by/],
    [approve, { argsSha256: 'abc' }, /body\.argsSha256/],
  ];
  for (const [decision, said, field] of refused) {
    const response = await decide(key, decision, said);
    assert.equal(response.statusCode, 400, response.body);
    assert.match(response.json().detail, field);
  }
  const nobody = await api.app.inject({
    method: 'POST',
    url: `/api/approvals/${key}/decision`,
    payload: { argsSha256: sha256(SHOWN), decision: approve },
  });
  assert.match(nobody.json().detail, /^body\.by: is missing/);
  assert.equal((await get(`/api/approvals/${key}`)).outcome, null);
});

test('the difference names each changed argument, added and removed ones too', async () => {
  const shown = '{"cents":900,"tags":["a","b"],"to":"ben"}';
  const key = await question('edit-1', { shown });
  const args = { cents: 901, to: 'ben', tags: ['a', 'c', 'd'] };
  const { outcome }: Approval = (
    await decide(key, { kind: 'edit', args }, { argsSha256: sha256(shown) })
  ).json();
  assert.deepEqual(outcome?.edited?.difference, [
    { path: 'cents', from: 900, to: 901 },
    { path: 'tags.1', from: 'b', to: 'c' },
    { path: 'tags.2', to: 'd' },
  ]);
});

test('an edit that leaves a secret out keeps it, sealed as it was', async () => {
  const key = await question('secret-1', {
    shown: '{"card":"[secret]","cents":900,"to":"ben"}',
    stored: '{"card":{"$sealed":"Zm9v"},"cents":900,"to":"ben"}',
    secrets: ['card'],
  });
  const said = { argsSha256: sha256('{"card":"[secret]","cents":900,"to":"ben"}') };
  const added = await decide(key, { kind: 'edit', args: { cents: 1, to: 'ben', card: '4242' } }, said);
  assert.equal(added.json().code, 'APPROVAL_EDIT_INVALID');
  const response = await decide(key, { kind: 'edit', args: { cents: 1, to: 'ben' } }, said);
  assert.deepEqual(response.json().outcome.edited.args, { card: '[secret]', cents: 1, to: 'ben' });
  const { rows } = await api.database.pool.query(
    "SELECT edited_args FROM approvals WHERE run_id = 'secret-1'",
  );
  assert.deepEqual(rows[0].edited_args, { card: { $sealed: 'Zm9v' }, cents: 1, to: 'ben' });
});

test('time that has run out takes no decision, whether or not a timer was there to say so', async () => {
  const key = await question('late-1', { expires: -1 });
  const response = await decide(key, approve);
  assert.equal(response.statusCode, 409);
  assert.equal(response.json().code, 'APPROVAL_EXPIRED');
  assert.equal(response.json().outcome.decidedBy, 'timer');
  const { items }: InboxList = await get('/api/inbox?limit=50');
  assert.ok(!items.some((item) => item.kind === 'approval' && item.approvalKey === key));
});

test('a run that has ended, or is being cancelled, takes no decision', async () => {
  const { pool } = api.database;
  const ended = await question('ended-1');
  await pool.query("UPDATE runs SET status = 'failed', ended_at = now() WHERE run_id = 'ended-1'");
  const cancelling = await question('cancelling-1');
  await pool.query("UPDATE runs SET cancel_requested_at = now() WHERE run_id = 'cancelling-1'");
  for (const [key, how] of [
    [ended, /is failed/],
    [cancelling, /is being cancelled/],
  ] as const) {
    const response = await decide(key, approve);
    assert.equal(response.json().code, 'RUN_CLOSED');
    assert.match(response.json().detail, how);
  }
});

test('the audit holds who, how that is known, when, why, which bytes and which build; the timer and the run are in it too', async () => {
  await api.runtime.start();
  const approved = await question('audit-1');
  await decide(approved, { ...approve, reason: 'as agreed' }, { through: known.app, headers: as('ann') });
  await question('audit-2', { expires: -1 });
  await question('audit-3');
  await api.database.pool.query(
    "UPDATE runs SET status = 'failed', ended_at = now() WHERE run_id = 'audit-3'",
  );
  const all = await waitFor('the three', async () => {
    const { decisions }: DecisionList = await get('/api/decisions?limit=100');
    const ours = decisions.filter(({ runId }) => runId.startsWith('audit-'));
    return ours.length === 3 && ours;
  });
  const of = (runId: string) => all.find((row) => row.runId === runId);
  const { id: _, decidedAt, ...row } = of('audit-1') ?? assert.fail();
  assert.ok(Date.parse(decidedAt) > 0);
  assert.deepEqual(row, {
    ...{
      kind: 'approval',
      runId: 'audit-1',
      step: 1,
      toolUseId: 'p',
      tool: 'pay',
      round: 1,
      decision: 'approved',
    },
    ...{ decidedBy: 'ann', decidedVia: 'token', reason: 'as agreed', answer: null, buildId: 'build-7' },
    ...{ shown: SHOWN, shownSha256: sha256(SHOWN), decided: SHOWN, decidedSha256: sha256(SHOWN) },
  });
  assert.deepEqual([of('audit-2')?.decision, of('audit-2')?.decidedBy], ['expired', 'timer']);
  assert.deepEqual([of('audit-3')?.decision, of('audit-3')?.decided], ['withdrawn', null]);
  const one: DecisionList = await get('/api/decisions?runId=audit-1&limit=1');
  assert.equal(one.decisions.length, 1);
  const first: DecisionList = await get('/api/decisions?limit=1');
  const second: DecisionList = await get(`/api/decisions?limit=1&cursor=${first.nextCursor}`);
  assert.notEqual(second.decisions[0]?.id, first.decisions[0]?.id);
});

test('the authenticated name stands in the audit, and nobody decides in another’s', async () => {
  const key = await question('named-1');
  const forged = await decide(key, approve, { through: known.app, headers: as('ben'), by: 'ann' });
  assert.equal(forged.statusCode, 400);
  assert.match(forged.json().detail, /^body\.by: got "ann": leave it out, you are ben/);
  const response = await decide(key, reject, { through: known.app, headers: as('ben') });
  assert.equal(response.json().outcome.decidedBy, 'ben');
});

test('whoever started a run may refuse its questions and not let it go on, where the agent says so', async () => {
  const { pool } = api.database;
  const key = await question('own-1', { separateApprover: true });
  await pool.query("UPDATE runs SET started_by = 'oscar' WHERE run_id = 'own-1'");
  for (const decision of [
    approve,
    { kind: 'edit', args: { cents: 1, to: 'ben' } },
    { kind: 'answer', value: 1 },
  ]) {
    const own = await decide(key, decision, { through: known.app, headers: as('oscar') });
    assert.equal(own.statusCode, 403);
    assert.equal(own.json().code, 'APPROVER_NOT_SEPARATE');
    const unnamed = await decide(key, decision, { by: 'ann' });
    assert.equal(
      unnamed.json().code,
      'APPROVER_NOT_SEPARATE',
      'a name that nobody has checked is no second person',
    );
  }
  assert.equal((await decide(key, approve, { through: known.app, headers: as('ann') })).statusCode, 200);
  const other = await question('own-2', { separateApprover: true });
  await pool.query("UPDATE runs SET started_by = 'oscar' WHERE run_id = 'own-2'");
  assert.equal((await decide(other, reject, { through: known.app, headers: as('oscar') })).statusCode, 200);
  const nobodys = await question('own-3', { separateApprover: true });
  const response = await decide(nobodys, approve, { through: known.app, headers: as('ann') });
  assert.match(response.json().detail, /^nobody knows who started this run/);
});

test('what was asked, and what was decided, never changes in the database', async () => {
  const { pool } = api.database;
  const key = await question('fixed-1');
  await decide(key, approve);
  for (const change of [
    "state = 'waiting', decided_at = NULL, decided_by = NULL, decided_via = NULL, reason = NULL",
    "state = 'rejected', reason = 'x'",
    `shown = '{}', args_sha256 = '${sha256('{}')}'`,
    `args_sha256 = repeat('a', 64)`,
  ]) {
    await assert.rejects(pool.query(`UPDATE approvals SET ${change} WHERE run_id = 'fixed-1'`), change);
  }
});
