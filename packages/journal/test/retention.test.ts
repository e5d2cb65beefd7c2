import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { effectKey } from '@checkpoint/contracts';
import { deleteSettled, deleteUnusedClaims, resolveUnknown, runsAfter } from '../src/index.ts';
import { createWorld, type TestWorker, type World } from './fixtures/world.ts';

const DAY_MS = 86_400_000;
const LARGE = 'x'.repeat(300 * 1024);

let world: World;
let worker: TestWorker;
before(async () => {
  world = await createWorld();
  worker = await world.worker();
});
after(() => world.close());

/** Makes all that the journal holds of the run, and every claim, two days older. */
async function age(runId: string): Promise<void> {
  const client = await world.db.pool.connect();
  try {
    // Attempts are append-only, so the triggers are off in this session.
    await client.query("SET session_replication_role = 'replica'");
    for (const text of [
      `UPDATE effects SET intended_at = intended_at - interval '2 days' WHERE run_id = $1`,
      `UPDATE effect_attempts SET ended_at = ended_at - interval '2 days' WHERE key LIKE $1 || ':%'`,
      `UPDATE effect_resolutions SET decided_at = decided_at - interval '2 days' WHERE key LIKE $1 || ':%'`,
    ]) {
      await client.query(text, [runId]);
    }
    await client.query("UPDATE claims SET created_at = created_at - interval '2 days'");
  } finally {
    client.release(true);
  }
}

async function performed(overrides: object = {}) {
  const effect = world.effect(overrides);
  await worker.journal.perform(effect, world.tool('idempotent'));
  return { effect, key: effectKey(effect) };
}

/** An effect beside the given run's others whose answer was lost. */
async function unknownIn(runId: string) {
  const effect = world.effect({ runId, step: 2 });
  world.receiver.answer = () => 'drop';
  await assert.rejects(worker.journal.perform(effect, world.tool('unrepeatable')));
  world.receiver.answer = () => true;
  return effectKey(effect);
}

const remove = (...runIds: string[]) => deleteSettled(world.db.pool, { runIds, olderThanMs: DAY_MS });

test('removes a settled run whole: effects, attempts and what people decided', async () => {
  const { effect, key } = await performed();
  const unknown = await unknownIn(effect.runId);
  const decision = { kind: 'happened', providerRef: 're_1' } as const;
  await resolveUnknown(world.db.pool, { key: unknown, decision, by: 'ann' });
  await age(effect.runId);
  assert.deepEqual(await remove(effect.runId, 'no-such-run'), { runs: 1, effects: 2 });
  assert.deepEqual(await world.row(key), {});
  assert.deepEqual(await world.attempts(unknown), []);
});

test('keeps a run whole while the outcome of one of its effects is unknown', async () => {
  const { effect, key } = await performed();
  await unknownIn(effect.runId);
  await age(effect.runId);
  assert.deepEqual(await remove(effect.runId), { runs: 0, effects: 0 });
  assert.equal((await world.row(key)).state, 'applied');
});

test('keeps a run whole while one of its effects is in flight', async () => {
  const { effect, key } = await performed();
  const { promise: answered, resolve: answer } = Promise.withResolvers<{ value: null }>();
  const { promise: sending, resolve: sent } = Promise.withResolvers<void>();
  const slow = world.tool('idempotent', {
    send: async () => {
      sent();
      return await answered;
    },
  });
  const inFlight = worker.journal.perform({ ...effect, step: 2 }, slow);
  await sending;
  await age(effect.runId);
  assert.deepEqual(await remove(effect.runId), { runs: 0, effects: 0 });
  answer({ value: null });
  await inFlight;
  assert.equal((await world.row(key)).state, 'applied');
});

test('keeps a run in which something ended after the cutoff', async () => {
  const { effect } = await performed();
  await age(effect.runId);
  await performed({ runId: effect.runId, step: 2 });
  assert.deepEqual(await remove(effect.runId), { runs: 0, effects: 0 });
});

test('never sends an effect again whose outcome was removed', async () => {
  const { effect, key } = await performed();
  await age(effect.runId);
  await remove(effect.runId);
  await assert.rejects(worker.journal.perform(effect, world.tool('idempotent')), { code: 'RUN_STOPPED' });
  assert.equal(world.receiver.of(key).length, 1);
});

test('attempts stay append-only for everybody else', async () => {
  const { effect, key } = await performed();
  await age(effect.runId);
  await assert.rejects(
    world.db.pool.query('DELETE FROM effect_attempts WHERE key = $1', [key]),
    /append-only/,
  );
  await remove(effect.runId);
  assert.deepEqual(await world.attempts(key), []);
});

test('removes a claim once nothing points at it, and not before', async () => {
  const shared = { args: LARGE };
  const [old, young] = [await performed(shared), await performed(shared)];
  const claims = async () =>
    (await world.db.pool.query('SELECT FROM claims WHERE length(body) = $1', [LARGE.length])).rowCount;
  const unused = () => deleteUnusedClaims(world.db.pool, { olderThanMs: DAY_MS, limit: 10 });
  await age(old.effect.runId);
  await remove(old.effect.runId);
  assert.equal(await unused(), 0);
  await age(young.effect.runId);
  await remove(young.effect.runId);
  assert.equal(await unused(), 1);
  assert.equal(await claims(), 0);
});

test('leaves a claim alone that somebody is about to point at again', async () => {
  const body = `${LARGE}y`;
  const { effect } = await performed({ args: body });
  await age(effect.runId);
  await remove(effect.runId);
  const { effect: next } = await performed({ args: body });
  assert.equal(await deleteUnusedClaims(world.db.pool, { olderThanMs: DAY_MS, limit: 10 }), 0);
  assert.notEqual((await world.row(effectKey(next))).args_claim, null);
});

test('refuses to remove what is younger than an hour', async () => {
  const { effect } = await performed();
  await assert.rejects(deleteSettled(world.db.pool, { runIds: [effect.runId], olderThanMs: 59_000 }), {
    name: 'InvariantError',
  });
});

test('lists each run once, in order and in pages', async () => {
  await performed({ runId: 'zz-1' });
  await performed({ runId: 'zz-1', step: 2 });
  await performed({ runId: 'zz-2' });
  assert.deepEqual(await runsAfter(world.db.pool, 'zz', 1), ['zz-1']);
  assert.deepEqual(await runsAfter(world.db.pool, 'zz-1', 5), ['zz-2']);
  assert.deepEqual(await runsAfter(world.db.pool, 'zz-2', 5), []);
});
