import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { UnknownEffect, UnknownEffectList } from '@checkpoint/contracts/api';
import { createHarness, type Harness } from './support/harness.ts';
import { insertRunRow, insertUnknown, insertWorker } from './support/rows.ts';

let api: Harness;
let workerId: string;
before(async () => {
  api = await createHarness();
  workerId = await insertWorker(api.database.pool);
});
after(() => api.close());

const get = async (url: string) => (await api.app.inject(url)).json();

function decide(key: string, decision: object, by: unknown = 'ann') {
  const payload = { decision, by };
  return api.app.inject({ method: 'POST', url: `/api/effects/${key}/resolution`, payload });
}

/** A run of its own with one unknown outcome. */
async function unknown(runId: string, more: Partial<Parameters<typeof insertUnknown>[1]> = {}) {
  await insertRunRow(api.database.pool, runId);
  return await insertUnknown(api.database.pool, { runId, workerId, ...more });
}

async function itemOf(key: string): Promise<UnknownEffect> {
  const { items }: UnknownEffectList = await get('/api/effects/unknown?limit=50');
  const found = items.find(({ effectKey }) => effectKey === key);
  assert.ok(found, `${key} is not in the inbox`);
  return found;
}

const happened = { kind: 'happened', providerRef: 're_1' };
const giveUp = { kind: 'give_up', reason: 'nobody will find out' };

test('unknown outcomes of all runs are paged, those that wait longest first, and model calls are not among them', async () => {
  const keys = [];
  for (const n of [3, 1, 2]) keys[n] = await unknown(`paged-${n}`, { since: -1_000 + n });
  await insertUnknown(api.database.pool, { runId: 'paged-1', workerId, id: 'model', kind: 'model' });
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: UnknownEffectList = await get(`/api/effects/unknown?limit=1${cursor && `&cursor=${cursor}`}`);
    assert.equal(page.waiting, 3);
    seen.push(...page.items.map(({ effectKey }) => effectKey));
    cursor = page.nextCursor;
  }
  assert.deepEqual(seen, keys.slice(1));
});

test('an item says what was sent, by whom, what is known of it, and since when it waits', async () => {
  const key = await unknown('item-1', { since: -60 });
  const item = await itemOf(key);
  assert.equal(item.kind, 'unknown');
  assert.equal(item.runId, 'item-1');
  assert.equal(item.agent, 'ledger');
  assert.equal(item.runStatus, 'running');
  assert.equal(item.tool, 'send_mail');
  assert.deepEqual(item.args, { to: 'ann' });
  assert.equal(item.error, 'the answer was lost');
  assert.equal(item.since, item.attempts[0]?.endedAt);
  assert.equal(item.attempts[0]?.outcome, 'unknown');
  assert.equal(item.witness, null, 'no witness is configured');
  assert.equal(item.resolution, null);
});

test('arguments that are no JSON are shown as text, sealed ones as secrets, and long ones are cut', async () => {
  const mail = await unknown('args-1', { args: 'To: ann\r\n\r\nHello' });
  assert.equal((await itemOf(mail)).args, 'To: ann\r\n\r\nHello');
  const sealed = await unknown('args-2', { args: '{"card":{"$sealed":"Zm9v"},"amount":1}' });
  assert.deepEqual((await itemOf(sealed)).args, { card: '[secret]', amount: 1 });
  const long = JSON.stringify({ text: 'x'.repeat(300_000) });
  const sha256 = createHash('sha256').update(long).digest('hex');
  await api.database.pool.query('INSERT INTO claims (sha256, body) VALUES ($1, $2)', [sha256, long]);
  const claimed = await unknown('args-3', { args: '' });
  await api.database.pool.query('UPDATE effects SET args_claim = $2 WHERE key = $1', [claimed, sha256]);
  const item = await itemOf(claimed);
  assert.equal(item.argsCut, true);
  assert.equal(item.args, long.slice(0, 16_384));
});

test('a decision is stored with who and when, leaves the inbox, and stands beside the effect', async () => {
  const key = await unknown('decided-1');
  const response = await decide(key, happened);
  assert.equal(response.statusCode, 200, response.body);
  const resolution = response.json();
  assert.equal(resolution.first, true);
  assert.equal(resolution.decidedBy, 'ann');
  const { items }: UnknownEffectList = await get('/api/effects/unknown?limit=50');
  assert.equal(
    items.some(({ effectKey }) => effectKey === key),
    false,
  );
  const [effect] = (await get('/api/runs/decided-1/effects')).effects;
  assert.equal(effect.state, 'applied');
  assert.equal(effect.providerRef, 're_1');
  const { decidedAt } = resolution;
  assert.deepEqual(effect.resolution, { decision: 'happened', decidedBy: 'ann', decidedAt, reason: null });
});

test('the first decision wins: the second person gets 409 with who, what and when', async () => {
  const key = await unknown('first-1');
  const { decidedAt } = (await decide(key, giveUp, 'ann')).json();
  const second = await decide(key, happened, 'ben');
  assert.equal(second.statusCode, 409);
  assert.match(String(second.headers['content-type']), /^application\/problem\+json/);
  const problem = second.json();
  assert.equal(problem.code, 'EFFECT_RESOLVED');
  assert.deepEqual(problem.resolution, { decision: 'give_up', decidedBy: 'ann', decidedAt });
});

test('of ten people who decide at once one wins, and the nine others are told who', async () => {
  const key = await unknown('at-once-1');
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => decide(key, giveUp, `person ${n}`)));
  const winners = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json());
  assert.equal(winners.length, 1, answers.map(({ body }) => body).join('\n'));
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200)) {
    assert.equal(answer.json().resolution.decidedBy, winners[0].decidedBy);
  }
});

test('the same decision by the same person again answers with the first', async () => {
  const key = await unknown('again-1');
  const first = (await decide(key, giveUp)).json();
  assert.deepEqual((await decide(key, giveUp)).json(), { ...first, first: false });
});

test('there is nothing to decide about an effect that is known, that nobody intended, or that is a model call', async () => {
  const key = await unknown('known-1');
  await api.database.pool.query(`UPDATE effects SET state = 'rejected', result = '{}' WHERE key = $1`, [key]);
  const known = await decide(key, happened);
  assert.equal(known.statusCode, 409);
  assert.equal(known.json().code, 'EFFECT_NOT_UNKNOWN');
  assert.equal(known.json().state, 'rejected');
  const model = await insertUnknown(api.database.pool, {
    runId: 'known-1',
    workerId,
    id: 'm',
    kind: 'model',
  });
  for (const absent of ['known-1:9:call_1', model]) {
    const response = await decide(absent, happened);
    assert.equal(response.statusCode, 404);
    assert.equal(response.json().code, 'EFFECT_NOT_FOUND');
  }
});

test('a decision that is not whole is refused by field, and nothing is stored', async () => {
  const key = await unknown('bad-1');
  const refused: [object, unknown, RegExp][] = [
    [{ kind: 'happened' }, 'ann', /body\.decision\.providerRef/],
    [{ kind: 'give_up' }, 'ann', /body\.decision\.reason/],
    [{ ...happened, reason: 'x' }, 'ann', /body\.decision/],
    [{ kind: 'perhaps' }, 'ann', /body\.decision\.kind/],
    [happened, '', /body\.by/],
    [happened, 'x'.repeat(129), /body\.by/],
    [happened, null, /body\.by/],
    [happened, 'a\0b', /body\.by/],
    [{ ...happened, value: { text: 'a\0b' } }, 'ann', /body\.decision\.value/],
  ];
  for (const [decision, by, field] of refused) {
    const response = await decide(key, decision, by);
    assert.equal(response.statusCode, 400, response.body);
    assert.match(response.json().detail, field);
  }
  assert.equal((await itemOf(key)).resolution, null);
});

test('what waits for a person is measured: how many, and for how long the oldest', async () => {
  await unknown('oldest-1', { since: -5_000 });
  const metrics: string = (await api.app.inject('/metrics')).body;
  const { waiting }: UnknownEffectList = await get('/api/effects/unknown');
  assert.match(metrics, new RegExp(`^checkpoint_inbox_items\\{kind="unknown"\\} ${waiting}$`, 'm'));
  const age = Number(/^checkpoint_inbox_oldest_seconds\{kind="unknown"\} (\S+)$/m.exec(metrics)?.[1]);
  assert.ok(age >= 5_000 && age < 5_060, `the oldest waits ${age} s`);
  assert.match(metrics, /^checkpoint_effect_unknown_total [1-9]\d*$/m);
});
