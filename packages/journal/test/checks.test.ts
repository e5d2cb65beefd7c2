/** One test for each check of the journal's checklist, numbered as there. Deeper ones stand in the files beside this. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { defineTool } from '@checkpoint/agent';
import { DELIVERY_CLASSES, effectKey, NotSent, Refused } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import pg from 'pg';
import { z } from 'zod';
import {
  certifyDeath,
  createJournal,
  createUnjournaled,
  deleteSettled,
  giveUpStopped,
  resolveUnknown,
  stopRun,
} from '../src/index.ts';
import { createWorld, type TestWorker, type World } from './fixtures/world.ts';

let world: World;
let worker: TestWorker;
before(async () => {
  world = await createWorld();
  worker = await world.worker();
});
after(() => world.close());

const dead = async ({ id }: TestWorker): Promise<unknown> =>
  await certifyDeath(world.db.pool, { workerId: id, evidence: 'exit', issuedBy: 'test' });

/** A worker whose send does not end, with what lets it end. */
async function sending(effect: ReturnType<World['effect']>, delivery: 'idempotent' | 'unrepeatable') {
  const first = await world.worker();
  const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<{ value: string }>()];
  const send = async () => {
    started.resolve();
    return await gate.promise;
  };
  const running = first.journal.perform(effect, world.tool(delivery, { send }));
  running.catch(() => undefined);
  await started.promise;
  return { first, running, finish: () => gate.resolve({ value: 'late' }) };
}

async function lostAnswer(effect: ReturnType<World['effect']>): Promise<void> {
  world.receiver.answer = () => 'drop';
  await assert.rejects(worker.journal.perform(effect, world.tool('unrepeatable')), {
    name: 'UnknownOutcomeError',
  });
  world.receiver.answer = () => true;
}

test('check 1: the key is run, step and tool use, and no attempt, time or worker is part of it', async () => {
  const effect = world.effect({ attempt: 7 });
  const { key } = await worker.journal.perform(effect, world.tool('idempotent'));
  assert.equal(key, `${effect.runId}:1:call_1`);
  assert.equal(effectKey({ ...effect, attempt: 8 } as never), key);
});

test('check 2: the key survives retries, another worker and a new journal', async () => {
  const effect = world.effect();
  const { key } = await worker.journal.perform(effect, world.tool('unrepeatable'));
  const others = [await world.worker(), await world.worker()];
  for (const [index, { journal }] of others.entries()) {
    const again = await journal.perform({ ...effect, attempt: 2 + index }, world.tool('unrepeatable'));
    assert.deepEqual([again.key, again.fromJournal], [key, true]);
  }
  assert.equal(world.receiver.of(key).length, 1);
});

test('check 3: the intent is committed before anything is sent, and without it nothing is sent', async () => {
  const seen: unknown[] = [];
  const send = async ({ key }: { key: string }) => {
    seen.push((await world.row(key)).state);
    return { value: null };
  };
  await worker.journal.perform(world.effect(), world.tool('unrepeatable', { send }));
  await assert.rejects(
    worker.journal.perform(world.effect({ tool: null as never }), world.tool('unrepeatable', { send })),
  );
  assert.deepEqual(seen, ['intended']);
});

test('check 4: the same key with other arguments is refused in every state, and the tool is not called', async () => {
  for (const state of ['applied', 'rejected', 'unknown', 'intended'] as const) {
    const effect = world.effect();
    const open = state === 'intended' ? await sending(effect, 'unrepeatable') : undefined;
    world.receiver.answer = () => (state === 'rejected' ? 422 : state === 'unknown' ? 500 : true);
    if (open === undefined)
      await worker.journal.perform(effect, world.tool('unrepeatable')).catch(() => undefined);
    world.receiver.answer = () => true;
    assert.equal((await world.row(effectKey(effect))).state, state);
    const send = () => assert.fail('the tool was called');
    const other = worker.journal.perform(
      { ...effect, args: '{"n":2}' },
      world.tool('unrepeatable', { send }),
    );
    await assert.rejects(other, { name: 'EffectKeyReused' });
    open?.finish();
  }
});

test('check 5: an effect that a live worker is performing is waited for, never run', async () => {
  const effect = world.effect();
  const { running, finish } = await sending(effect, 'idempotent');
  await assert.rejects(worker.journal.perform(effect, world.tool('idempotent')), {
    name: 'EffectInProgress',
  });
  finish();
  await running;
  assert.equal(world.receiver.of(effectKey(effect)).length, 0);
});

test('check 6: a takeover raises the epoch, and a settle under an old epoch changes no row', async () => {
  const effect = world.effect();
  const { first, running, finish } = await sending(effect, 'idempotent');
  await dead(first);
  const performed = await worker.journal.perform(effect, world.tool('idempotent'));
  const row = await world.row(effectKey(effect));
  finish();
  await assert.rejects(running, { code: 'EFFECT_FENCED' });
  assert.equal(performed.epoch, 2);
  assert.deepEqual(await world.row(effectKey(effect)), row);
  assert.deepEqual(
    (await world.attempts(effectKey(effect))).map(({ outcome }) => outcome),
    ['fenced', 'applied'],
  );
});

test('check 7: a worker without its lease sends nothing, and the receiver gets key and epoch', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  let lease: TestWorker['lease'] | undefined;
  const loser = await world.worker({
    atMove: async (move) => void (move === 'before_send' && lease?.stop()),
  });
  lease = loser.lease;
  await assert.rejects(loser.journal.perform(effect, world.tool('idempotent')), { code: 'LEASE_LOST' });
  assert.equal(world.receiver.of(key).length, 0);
  await worker.journal.perform(effect, world.tool('idempotent'));
  assert.deepEqual(world.receiver.of(key), [{ key, epoch: 2, body: effect.args }]);
});

test('check 8: a crash between send and settle removes nothing and is no failure: recovery goes by class', async () => {
  for (const delivery of ['idempotent', 'unrepeatable'] as const) {
    const effect = world.effect();
    await dead((await sending(effect, delivery)).first);
    const next = worker.journal.perform(effect, world.tool(delivery));
    if (delivery === 'unrepeatable') await assert.rejects(next, { name: 'UnknownOutcomeError' });
    else assert.equal((await next).epoch, 2);
    assert.equal((await world.attempts(effectKey(effect))).length, 2);
  }
});

test('check 9: a tool that declares no delivery class and is not read-only is unrepeatable', () => {
  const tool = defineTool({
    ...{ name: 'send', description: 'Sends.', input: z.object({}), execute: async () => ({ value: null }) },
  });
  assert.equal(tool.delivery, 'unrepeatable');
});

test('check 10: a probe that finds it brings the reference, and absent counts only after the settle window', async () => {
  const tool = world.tool('probed', { settleWindowMs: 600 });
  const [landed, lost] = [world.effect(), world.effect()];
  world.receiver.answer = () => 'drop';
  await assert.rejects(worker.journal.perform(landed, tool), { code: 'EFFECT_AMBIGUOUS' });
  world.receiver.answer = () => true;
  assert.equal((await worker.journal.perform(landed, tool)).providerRef, `ref-of-${effectKey(landed)}`);
  const vanish = { send: () => Promise.reject(new Error('no answer')), settleWindowMs: 600 };
  await assert.rejects(worker.journal.perform(lost, world.tool('probed', vanish)));
  const begun = performance.now();
  await worker.journal.perform(lost, tool);
  assert.ok(performance.now() - begun >= 500, 'it was sent again only after the window');
});

test('check 11: not sent, refused and ambiguous are three different ends', async () => {
  const failing = (error: Error) => world.tool('unrepeatable', { send: () => Promise.reject(error) });
  const [notSent, refused, ambiguous] = [world.effect(), world.effect(), world.effect()];
  await assert.rejects(worker.journal.perform(notSent, failing(new NotSent('refused'))), {
    code: 'EFFECT_NOT_SENT',
  });
  assert.equal((await worker.journal.perform(refused, failing(new Refused('no')))).output.ok, false);
  await assert.rejects(worker.journal.perform(ambiguous, failing(new Error('reset'))), {
    code: 'EFFECT_UNKNOWN',
  });
  const states = await Promise.all(
    [notSent, refused, ambiguous].map(async (e) => (await world.row(effectKey(e))).state),
  );
  assert.deepEqual(states, ['intended', 'rejected', 'unknown']);
});

test('check 12: stored outcomes come back byte for byte, refusals too', async () => {
  for (const answer of [true, 422] as const) {
    const effect = world.effect();
    world.receiver.answer = () => answer;
    const first = await worker.journal.perform(effect, world.tool('idempotent'));
    world.receiver.answer = () => true;
    const again = await worker.journal.perform(effect, world.tool('idempotent'));
    assert.equal(again.fromJournal, true);
    assert.equal(JSON.stringify(again.output), JSON.stringify(first.output));
  }
});

test('check 13: a transactional effect and its settle commit together or not at all', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  const tool = world.tool('transactional');
  if (tool.delivery !== 'transactional') throw new Error('wrong class');
  const send: typeof tool.send = async (context) => {
    await tool.send(context);
    await dead(worker2);
    await worker.journal.perform(effect, tool);
    return { value: 'late' };
  };
  const worker2 = await world.worker();
  await assert.rejects(worker2.journal.perform(effect, { ...tool, send }), { code: 'EFFECT_FENCED' });
  assert.equal(await world.rows(key), 1);
  assert.equal((await world.row(key)).epoch, 2);
});

test('check 14: of workers that begin one effect at the same instant one wins', async () => {
  const workers = await Promise.all(Array.from({ length: 5 }, () => world.worker()));
  const effect = world.effect();
  await Promise.allSettled(workers.map(({ journal }) => journal.perform(effect, world.tool('unrepeatable'))));
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('check 15: two equal calls in one step both happen', async () => {
  const effect = world.effect();
  const calls = ['call_1', 'call_2'].map((toolUseId) => ({ ...effect, toolUseId }));
  await Promise.all(calls.map((call) => worker.journal.perform(call, world.tool('unrepeatable'))));
  for (const call of calls) assert.equal(world.receiver.of(effectKey(call)).length, 1);
});

test('check 16: past its key window a keyed effect is probed or unknown, not sent again', async () => {
  const probe = async () => ({ kind: 'done', value: 'found', providerRef: 're_1' }) as const;
  for (const extra of [{}, { probe }]) {
    const effect = world.effect();
    const tool = world.tool('keyed', { keyWindowMs: 1, ...extra });
    world.receiver.answer = () => 'drop';
    await assert.rejects(worker.journal.perform(effect, tool), { code: 'EFFECT_AMBIGUOUS' });
    world.receiver.answer = () => true;
    const next = worker.journal.perform(effect, tool);
    if ('probe' in extra) assert.equal((await next).providerRef, 're_1');
    else await assert.rejects(next, { code: 'EFFECT_UNKNOWN' });
    assert.equal(world.receiver.of(effectKey(effect)).length, 1);
  }
});

test('check 17: a run with an unknown effect is never removed', async () => {
  const effect = world.effect();
  await lostAnswer(effect);
  await assert.rejects(deleteSettled(world.db.pool, { runIds: [effect.runId], olderThanMs: 1 }), {
    name: 'InvariantError',
  });
  const { effects } = await deleteSettled(world.db.pool, { runIds: [effect.runId], olderThanMs: 3_600_000 });
  assert.deepEqual([effects, (await world.row(effectKey(effect))).state], [0, 'unknown']);
});

/** Only the lease asks the time of day, and can only be shortened by it: a machine that slept (lease.unit.test.ts). */
const ASKS_THE_TIME = { 'lease.ts': 'wallMs = () => Date.now()' } as const;

test('check 18: no clock of a worker decides: the sources ask none for the time of day', () => {
  const folder = new URL('../src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => /\.(ts|sql)$/.test(name));
  for (const name of files) {
    const allowed = ASKS_THE_TIME[name as keyof typeof ASKS_THE_TIME] ?? '';
    assert.doesNotMatch(
      readFileSync(new URL(name, folder), 'utf8').replace(allowed, ''),
      /Date\.now|new Date\(|clock_timestamp/,
      name,
    );
  }
});

test('check 19: every attempt sends the bytes that were stored on intend', async () => {
  const effect = world.effect({ args: '{"b":1,  "a":"ä"}' });
  const key = effectKey(effect);
  world.receiver.answer = () => 500;
  await assert.rejects(worker.journal.perform(effect, world.tool('idempotent')));
  world.receiver.answer = () => true;
  await worker.journal.perform(effect, world.tool('idempotent'));
  assert.equal((await world.row(key)).args, effect.args);
  assert.deepEqual(
    world.receiver.of(key).map(({ body }) => body),
    [effect.args, effect.args],
  );
});

test('check 20: attempts are append-only, and superseded ones stay', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  await dead((await sending(effect, 'idempotent')).first);
  await worker.journal.perform(effect, world.tool('idempotent'));
  assert.deepEqual(
    (await world.attempts(key)).map(({ outcome }) => outcome),
    ['superseded', 'applied'],
  );
  await assert.rejects(
    world.db.pool.query('DELETE FROM effect_attempts WHERE key = $1', [key]),
    /append-only/,
  );
});

test('check 21: with a read-only Postgres nothing is sent, and once it may write the same worker goes on', async () => {
  const readOnly = new pg.Pool({
    connectionString: world.db.url,
    options: '-c default_transaction_read_only=on',
  });
  const effect = world.effect();
  const journal = createJournal({ pool: readOnly, lease: worker.lease });
  for (const delivery of DELIVERY_CLASSES) {
    await assert.rejects(journal.perform(effect, world.tool(delivery)), { code: '25006' });
  }
  await readOnly.end();
  assert.equal(world.receiver.of(effectKey(effect)).length, 0);
  assert.equal((await worker.journal.perform(effect, world.tool('keyed'))).fromJournal, false);
});

test('check 22: arguments that hold a secret reach the receiver and no table', async () => {
  const effect = world.effect({ args: '{"card":"4000123412341234"}', shownArgs: '{"card":"[secret]"}' });
  await worker.journal.perform(effect, world.tool('keyed'));
  assert.equal(world.receiver.of(effectKey(effect))[0]?.body, effect.args);
  for (const table of ['effects', 'effect_attempts', 'claims']) {
    const { rows } = await world.db.pool.query(
      `SELECT FROM ${table} t WHERE t::text LIKE '%4000123412341234%'`,
    );
    assert.equal(rows.length, 0, table);
  }
});

test('check 23: the receiver counts duplicates, and without the journal there are some', async () => {
  const [journaled, bare] = [world.effect(), world.effect()];
  const without = createUnjournaled({ pool: world.db.pool });
  for (const attempt of [1, 2]) {
    await worker.journal.perform({ ...journaled, attempt }, world.tool('unrepeatable'));
    await without.perform({ ...bare, attempt }, world.tool('unrepeatable'));
  }
  assert.deepEqual(
    [journaled, bare].map((effect) => world.receiver.of(effectKey(effect)).length),
    [1, 2],
  );
});

test('check 24: after a cancel nothing new begins, and what was in flight settles or becomes unknown', async () => {
  const effect = world.effect();
  const lost = { ...effect, toolUseId: 'call_2' };
  const { running, finish } = await sending(effect, 'unrepeatable');
  const { first } = await sending(lost, 'unrepeatable');
  await stopRun(world.db.pool, { runId: effect.runId, reason: 'test' });
  const fresh = worker.journal.perform({ ...effect, toolUseId: 'call_3' }, world.tool('unrepeatable'));
  await assert.rejects(fresh, { code: 'RUN_STOPPED' });
  await dead(first);
  const report = await giveUpStopped(world.db.pool, effect.runId);
  assert.deepEqual(report, [{ key: effectKey(lost), state: 'unknown' }]);
  finish();
  assert.equal((await running).output.ok, true);
});

test('check 25: a decision about an unknown outcome is on record, counts once, and the run goes on', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  await lostAnswer(effect);
  const resolution = { key, decision: { kind: 'happened', providerRef: 're_9' }, by: 'ann' } as const;
  const [first, again] = [
    await resolveUnknown(world.db.pool, resolution),
    await resolveUnknown(world.db.pool, resolution),
  ];
  assert.deepEqual([first.first, again.first, again.decidedBy], [true, false, 'ann']);
  const { rows } = await world.db.pool.query(
    'SELECT decided_by, decision FROM effect_resolutions WHERE key = $1',
    [key],
  );
  assert.deepEqual(rows, [{ decided_by: 'ann', decision: 'happened' }]);
  const performed = await waitFor('the run to go on', () =>
    worker.journal.perform(effect, world.tool('unrepeatable')),
  );
  assert.equal(performed.providerRef, 're_9');
});
