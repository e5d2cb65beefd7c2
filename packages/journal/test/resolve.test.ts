import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { effectKey } from '@checkpoint/contracts';
import { certifyDeath, giveUpStopped, resolveUnknown, stopRun } from '../src/index.ts';
import { createWorld, type TestWorker, type World } from './fixtures/world.ts';

let world: World;
let worker: TestWorker;
before(async () => {
  world = await createWorld();
  worker = await world.worker();
});
after(() => world.close());

/** An unrepeatable effect whose answer was lost. */
async function unknownEffect() {
  const effect = world.effect();
  world.receiver.answer = () => 'drop';
  await assert.rejects(worker.journal.perform(effect, world.tool('unrepeatable')), {
    name: 'UnknownOutcomeError',
  });
  world.receiver.answer = () => true;
  return { effect, key: effectKey(effect) };
}

test('a person who says that it happened gives the run its outcome, and nothing is sent again', async () => {
  const { effect, key } = await unknownEffect();
  await resolveUnknown(world.db.pool, {
    key,
    decision: { kind: 'happened', providerRef: 're_1' },
    by: 'ann',
  });
  const performed = await worker.journal.perform(effect, world.tool('unrepeatable'));
  assert.deepEqual(performed.output, { ok: true, value: { providerRef: 're_1', confirmedBy: 'ann' } });
  assert.equal(performed.fromJournal, true);
  assert.equal(world.receiver.of(key).length, 1);
});

test('a person who says that it did not happen has it sent once more, under a higher epoch', async () => {
  const { effect, key } = await unknownEffect();
  await resolveUnknown(world.db.pool, { key, decision: { kind: 'did_not_happen' }, by: 'ann' });
  const performed = await worker.journal.perform(effect, world.tool('unrepeatable'));
  assert.equal(performed.epoch, 2);
  assert.deepEqual(
    world.receiver.of(key).map((arrival) => arrival.epoch),
    [1, 2],
  );
});

test('an effect that is unknown again needs a decision of its own', async () => {
  const { effect, key } = await unknownEffect();
  await resolveUnknown(world.db.pool, { key, decision: { kind: 'did_not_happen' }, by: 'ann' });
  world.receiver.answer = () => 'drop';
  await assert.rejects(worker.journal.perform(effect, world.tool('unrepeatable')), {
    name: 'UnknownOutcomeError',
  });
  world.receiver.answer = () => true;
  await assert.rejects(worker.journal.perform(effect, world.tool('unrepeatable')), {
    name: 'UnknownOutcomeError',
  });
  assert.equal(world.receiver.of(key).length, 2);
  const again = await resolveUnknown(world.db.pool, {
    key,
    decision: { kind: 'give_up', reason: 'enough' },
    by: 'ben',
  });
  assert.equal(again.first, true);
  const { output } = await worker.journal.perform(effect, world.tool('unrepeatable'));
  assert.deepEqual(output, { ok: false, error: { code: 'GIVEN_UP', message: 'enough' } });
});

test('the first of two decisions wins, the second is told who decided and when', async () => {
  const { key } = await unknownEffect();
  const happened = { kind: 'happened', providerRef: 're_2' } as const;
  const results = await Promise.allSettled([
    resolveUnknown(world.db.pool, { key, decision: happened, by: 'ann' }),
    resolveUnknown(world.db.pool, { key, decision: { kind: 'give_up', reason: 'x' }, by: 'ben' }),
  ]);
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
  const lost = results.find((result) => result.status === 'rejected');
  assert.equal(lost?.reason.code, 'EFFECT_RESOLVED');
  assert.match(lost?.reason.message, /was decided by (ann|ben) at \d{4}-/);
});

test('the same decision by the same person twice is one decision', async () => {
  const { key } = await unknownEffect();
  const resolution = { key, decision: { kind: 'happened', providerRef: 're_3' }, by: 'ann' } as const;
  const first = await resolveUnknown(world.db.pool, resolution);
  assert.deepEqual(await resolveUnknown(world.db.pool, resolution), { ...first, first: false });
});

test('an effect that is not unknown cannot be decided, and one that does not exist neither', async () => {
  const effect = world.effect();
  await worker.journal.perform(effect, world.tool('idempotent'));
  const decision = { kind: 'give_up', reason: 'x' } as const;
  await assert.rejects(resolveUnknown(world.db.pool, { key: effectKey(effect), decision, by: 'a' }), {
    code: 'EFFECT_NOT_UNKNOWN',
  });
  await assert.rejects(resolveUnknown(world.db.pool, { key: 'run-x:1:y', decision, by: 'a' }), {
    code: 'EFFECT_NOT_FOUND',
  });
});

test('decisions cannot be changed or removed', async () => {
  const { key } = await unknownEffect();
  await resolveUnknown(world.db.pool, { key, decision: { kind: 'give_up', reason: 'x' }, by: 'ann' });
  await assert.rejects(
    world.db.pool.query("UPDATE effect_resolutions SET decided_by = 'eve' WHERE key = $1", [key]),
    /append-only/,
  );
  await assert.rejects(
    world.db.pool.query('DELETE FROM effect_resolutions WHERE key = $1', [key]),
    /append-only/,
  );
});

test('a decision about a stopped run lasts: what did not happen is not unknown again when its worker dies', async () => {
  const mortal = await world.worker();
  const effect = world.effect();
  world.receiver.answer = () => 'drop';
  await assert.rejects(mortal.journal.perform(effect, world.tool('unrepeatable')), {
    name: 'UnknownOutcomeError',
  });
  world.receiver.answer = () => true;
  const key = effectKey(effect);
  await stopRun(world.db.pool, { runId: effect.runId, reason: 'test' });
  await resolveUnknown(world.db.pool, { key, decision: { kind: 'did_not_happen' }, by: 'ann' });
  await certifyDeath(world.db.pool, { workerId: mortal.id, evidence: 'exit', issuedBy: 'test' });
  assert.deepEqual(await giveUpStopped(world.db.pool, effect.runId), [{ key, state: 'rejected' }]);
});
