/** Cases from the field, as far as they are the journal's: duplicates, zombies, heartbeats; keys and the gap. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DELIVERY_CLASSES, effectKey } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import { certifyDeath } from '../src/index.ts';
import { WorkerProcess } from './fixtures/spawn.ts';
import { createWorld, type TestWorker, type World } from './fixtures/world.ts';
import { CELLS } from './matrix/cells.ts';

let world: World;
let worker: TestWorker;
before(async () => {
  world = await createWorld();
  worker = await world.worker();
});
after(() => world.close());

/** Short leases, so that some of them pass while a tool works. Milliseconds. */
const SHORT_LEASE = { leaseMs: 1_200, beatMs: 300 };

/** Performs until it has an outcome, as Temporal's retries do. */
const persistently = (effect: ReturnType<World['effect']>, tool: ReturnType<World['tool']>) =>
  waitFor('an outcome', () => worker.journal.perform(effect, tool).catch(() => undefined), { everyMs: 100 });

test('two clones: the first attempt is frozen, the second runs, and the first is fenced when it wakes', async () => {
  const effect = world.effect();
  const clone = new WorkerProcess({
    ...{ databaseUrl: world.db.url, receiverUrl: world.receiver.url, workerId: 'clone/one' },
    ...{ delivery: 'idempotent', effect, holdAt: 'after_send', holdMs: 200 },
  });
  await clone.heldAt('after_send');
  clone.signal('SIGSTOP');
  assert.equal((await persistently(effect, world.tool('idempotent'))).epoch, 2);
  clone.signal('SIGCONT');
  assert.equal((await clone.outcome()).error?.code, 'EFFECT_FENCED');
  await clone.ended();
});

test('every attempt that was superseded is on record, with its worker', async () => {
  const effect = world.effect();
  const never = new Promise<never>(() => undefined);
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id, journal } = await world.worker();
    const started = Promise.withResolvers<void>();
    const send = () => {
      started.resolve();
      return never;
    };
    void journal.perform(effect, world.tool('idempotent', { send }));
    await started.promise;
    await certifyDeath(world.db.pool, { workerId: id, evidence: 'exit', issuedBy: 'test' });
    ids.push(id);
  }
  await worker.journal.perform(effect, world.tool('idempotent'));
  const attempts = await world.attempts(effectKey(effect));
  assert.deepEqual(
    attempts.slice(0, 3).map(({ worker_id }) => worker_id),
    ids,
  );
  assert.deepEqual(
    attempts.map(({ outcome }) => outcome),
    ['superseded', 'superseded', 'superseded', 'applied'],
  );
});

test('a tool that blocks the event loop past its lease does not send afterwards, so there is no duplicate', async () => {
  const effect = world.effect();
  const blocked = await world.worker(SHORT_LEASE);
  const plain = world.tool('idempotent');
  const send = async (context: never) => {
    const until = performance.now() + 1_500;
    while (performance.now() < until);
    const { remainingMs } = context as { remainingMs(): number };
    if (remainingMs() === 0) throw new Error('no time is left');
    return await plain.send(context);
  };
  await assert.rejects(blocked.journal.perform(effect, { ...plain, send } as never));
  await persistently(effect, plain);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('a tool that works through many leases while its worker beats is executed exactly once', async () => {
  const effect = world.effect();
  const slow = await world.worker(SHORT_LEASE);
  const gate = Promise.withResolvers<void>();
  const plain = world.tool('unrepeatable');
  const send = async (context: never) => {
    await gate.promise;
    return await plain.send(context);
  };
  const running = slow.journal.perform(effect, { ...plain, send } as never);
  const begun = performance.now();
  let refused = 0;
  await waitFor('three leases to pass', async () => {
    await assert.rejects(worker.journal.perform(effect, plain), { name: 'EffectInProgress' });
    refused += 1;
    return performance.now() - begun > 3 * SHORT_LEASE.leaseMs;
  });
  gate.resolve();
  assert.equal((await running).fromJournal, false);
  assert.ok(refused > 3);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('after a time-out a probed effect is found at the receiver: one arrival', async () => {
  const effect = world.effect();
  world.receiver.answer = () => 'silence';
  const hasty = world.tool('probed', { timeoutMs: 400 });
  await assert.rejects(worker.journal.perform(effect, hasty), { code: 'EFFECT_AMBIGUOUS' });
  world.receiver.answer = () => true;
  assert.equal((await worker.journal.perform(effect, world.tool('probed'))).output.ok, true);
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('a tool that always outlives its limit does not send three times', async () => {
  const effect = world.effect();
  world.receiver.answer = () => 'silence';
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const again = worker.journal.perform(
      { ...effect, attempt },
      world.tool('unrepeatable', { timeoutMs: 300 }),
    );
    await assert.rejects(again, { code: 'EFFECT_UNKNOWN' });
  }
  world.receiver.answer = () => true;
  assert.equal(world.receiver.of(effectKey(effect)).length, 1);
});

test('the key of a dead run never answers for a live one', async () => {
  const [deadRun, liveRun] = [world.effect(), world.effect()];
  world.receiver.answer = () => 422;
  assert.equal((await worker.journal.perform(deadRun, world.tool('keyed'))).output.ok, false);
  world.receiver.answer = () => true;
  const live = await worker.journal.perform(liveRun, world.tool('keyed'));
  assert.deepEqual([live.output.ok, live.fromJournal], [true, false]);
});

test('an expired lease is no licence to send again: what may have happened is asked about', async () => {
  const effect = world.effect();
  const never = new Promise<never>(() => undefined);
  const first = await world.worker(SHORT_LEASE);
  const started = Promise.withResolvers<void>();
  const send = () => {
    started.resolve();
    return never;
  };
  void first.journal.perform(effect, world.tool('unrepeatable', { send })).catch(() => undefined);
  await started.promise;
  first.lease.stop();
  const code = await waitFor(
    'the end of the lease',
    () =>
      worker.journal.perform(effect, world.tool('unrepeatable')).then(
        () => 'done',
        ({ code }) => code !== 'EFFECT_IN_PROGRESS' && code,
      ),
    { everyMs: 100 },
  );
  assert.equal(code, 'EFFECT_UNKNOWN');
  assert.equal(world.receiver.of(effectKey(effect)).length, 0);
});

test('a changed amount under the same key is refused on every path, also when it is taken over', async () => {
  const effect = world.effect({ args: '{"amount":10}' });
  const never = new Promise<never>(() => undefined);
  const first = await world.worker();
  const started = Promise.withResolvers<void>();
  const send = () => {
    started.resolve();
    return never;
  };
  void first.journal.perform(effect, world.tool('keyed', { send }));
  await started.promise;
  const changed = { ...effect, args: '{"amount":99}' };
  await assert.rejects(worker.journal.perform(changed, world.tool('keyed')), { name: 'EffectKeyReused' });
  await certifyDeath(world.db.pool, { workerId: first.id, evidence: 'exit', issuedBy: 'test' });
  await assert.rejects(worker.journal.perform(changed, world.tool('keyed')), { name: 'EffectKeyReused' });
  await worker.journal.perform(effect, world.tool('keyed'));
  await assert.rejects(worker.journal.perform(changed, world.tool('keyed')), { name: 'EffectKeyReused' });
  assert.deepEqual(
    world.receiver.of(effectKey(effect)).map(({ body }) => body),
    [effect.args],
  );
});

test('taking over from a worker whose effect was applied returns the stored outcome', async () => {
  const effect = world.effect();
  const first = await world.worker();
  const performed = await first.journal.perform(effect, world.tool('unrepeatable'));
  await certifyDeath(world.db.pool, { workerId: first.id, evidence: 'exit', issuedBy: 'test' });
  const again = await worker.journal.perform(effect, world.tool('unrepeatable'));
  assert.deepEqual([again.fromJournal, again.output], [true, performed.output]);
});

test('every delivery class has a crash in the middle of its tool in the crash matrix', () => {
  for (const delivery of DELIVERY_CLASSES) {
    const found = CELLS.filter(
      (cell) => cell.delivery === delivery && cell.point === 'mid_send' && cell.who === 'killed',
    );
    assert.equal(found.length, 2, delivery);
  }
});
