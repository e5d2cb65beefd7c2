/** Real processes, stopped inside each move of the protocol and killed there with SIGKILL. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type DeliveryClass, effectKey, type Move } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import { certifyDeath } from '../src/index.ts';
import { WorkerProcess } from './fixtures/spawn.ts';
import { createWorld, type World } from './fixtures/world.ts';

let world: World;
before(async () => {
  world = await createWorld();
});
after(() => world.close());

const CLASSES: readonly DeliveryClass[] = ['transactional', 'idempotent', 'probed'];
const KILL_POINTS: readonly Move[] = [
  'before_intend',
  'after_intend',
  'check',
  'before_send',
  'after_send',
  'after_settle',
];

for (const delivery of CLASSES) {
  for (const move of KILL_POINTS) {
    test(`a ${delivery} effect whose worker is killed at ${move} is applied exactly once`, async () => {
      const effect = world.effect();
      const key = effectKey(effect);
      await killAt(effect, delivery, move);

      const next = await world.worker();
      const performed = await next.journal.perform({ ...effect, attempt: 2 }, world.tool(delivery));

      const row = await world.row(key);
      assert.equal(row.state, 'applied');
      assert.equal(performed.fromJournal, move === 'after_settle');
      assert.equal(await applications(key, delivery), 1);
      const attempts = await world.attempts(key);
      assert.equal(attempts.at(-1)?.outcome === 'applied' || attempts.at(-1)?.outcome === 'probed', true);
      const tookOver = move !== 'before_intend' && move !== 'after_settle';
      assert.equal(row.epoch, tookOver ? 2 : 1);
      if (tookOver) assert.equal(attempts[0]?.outcome, 'superseded');
    });
  }
}

/** An idempotent effect may arrive twice: what counts is that the world is the same, so equal bodies are one. */
async function applications(key: string, delivery: DeliveryClass): Promise<number> {
  if (delivery === 'transactional') return await world.rows(key);
  const arrivals = world.receiver.of(key);
  return delivery === 'idempotent' ? new Set(arrivals.map((arrival) => arrival.body)).size : arrivals.length;
}

async function killAt(
  effect: ReturnType<World['effect']>,
  delivery: DeliveryClass,
  move: Move,
): Promise<string> {
  const workerId = `test/${randomUUID()}`;
  const worker = new WorkerProcess({
    ...{
      databaseUrl: world.db.url,
      receiverUrl: world.receiver.url,
      workerId,
      delivery,
      effect,
      holdAt: move,
    },
  });
  await worker.heldAt(move);
  await worker.kill();
  await certifyDeath(world.db.pool, { workerId, evidence: 'exit', issuedBy: 'test' });
  return workerId;
}

test('a worker without a certificate counts as alive until its lease has ended', async () => {
  const effect = world.effect();
  const workerId = `test/${randomUUID()}`;
  const worker = new WorkerProcess({
    ...{
      databaseUrl: world.db.url,
      receiverUrl: world.receiver.url,
      workerId,
      delivery: 'idempotent',
      effect,
      holdAt: 'after_send',
    },
  });
  await worker.heldAt('after_send');
  await worker.kill();
  const next = await world.worker();
  await assert.rejects(next.journal.perform(effect, world.tool('idempotent')), { name: 'EffectInProgress' });
  const performed = await waitFor(
    'the lease to end and the effect to be taken over',
    () => next.journal.perform(effect, world.tool('idempotent')).catch(() => undefined),
    { everyMs: 100 },
  );
  assert.equal(performed.epoch, 2);
});

test('a frozen worker that wakes after its lease sends nothing', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  const frozen = await freezeAt(effect, 'unrepeatable', 'check');
  await waitFor('the lease of the frozen worker to end', async () => {
    const { rows } = await world.db.pool.query(
      'SELECT lease_until < now() AS over FROM workers WHERE worker_id = $1',
      [frozen.workerId],
    );
    return rows[0].over;
  });
  frozen.worker.signal('SIGCONT');
  const { error } = await frozen.worker.outcome();
  assert.equal(error?.code, 'LEASE_LOST');
  assert.equal(world.receiver.of(key).length, 0);
  await frozen.worker.ended();
});

test('a frozen worker that wakes after its send is fenced: its settle changes no row', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  const frozen = await freezeAt(effect, 'idempotent', 'after_send');
  const next = await world.worker();
  await waitFor(
    'the takeover',
    () => next.journal.perform(effect, world.tool('idempotent')).catch(() => undefined),
    { everyMs: 100 },
  );
  frozen.worker.signal('SIGCONT');
  const { error } = await frozen.worker.outcome();
  assert.equal(error?.code, 'EFFECT_FENCED');
  assert.deepEqual(
    (await world.attempts(key)).map((attempt) => attempt.outcome),
    ['fenced', 'applied'],
  );
  assert.equal((await world.row(key)).epoch, 2);
  await frozen.worker.ended();
});

/** Stops the process with SIGSTOP inside a move; once woken it goes on from there. */
async function freezeAt(effect: ReturnType<World['effect']>, delivery: DeliveryClass, move: Move) {
  const workerId = `test/${randomUUID()}`;
  const worker = new WorkerProcess({
    ...{
      databaseUrl: world.db.url,
      receiverUrl: world.receiver.url,
      workerId,
      delivery,
      effect,
      holdAt: move,
      holdMs: 50,
    },
  });
  await worker.heldAt(move);
  worker.signal('SIGSTOP');
  return { worker, workerId };
}

test('absent at the receiver counts only after the dead attempt can no longer land', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  await killAt(effect, 'probed', 'before_send');
  const diedAt = performance.now();
  const next = await world.worker();
  const probesBefore = world.receiver.probes;
  await next.journal.perform(effect, world.tool('probed', { settleWindowMs: 700 }));
  assert.equal(world.receiver.of(key).length, 1);
  assert.equal(world.receiver.probes - probesBefore, 2, 'asked at once, and again after the window');
  assert.ok(performance.now() - diedAt >= 600, 'sent only after the window');
});

test('an unrepeatable effect that a dead worker may have sent is never sent again', async () => {
  const effect = world.effect();
  const key = effectKey(effect);
  await killAt(effect, 'unrepeatable', 'after_send');
  const next = await world.worker();
  await assert.rejects(next.journal.perform(effect, world.tool('unrepeatable')), {
    name: 'UnknownOutcomeError',
  });
  assert.equal(world.receiver.of(key).length, 1);
});

test('a certified worker never holds a lease again and is told so', async () => {
  const { id, lease, journal } = await world.worker({ leaseMs: 400, beatMs: 100 });
  await certifyDeath(world.db.pool, { workerId: id, evidence: 'lease_ended', issuedBy: 'test' });
  await lease.revoked;
  assert.equal(lease.remainingMs(), 0);
  await assert.rejects(journal.perform(world.effect(), world.tool('idempotent')), { code: 'LEASE_LOST' });
});

test('the first death certificate stands', async () => {
  const { id } = await world.worker();
  const first = await certifyDeath(world.db.pool, { workerId: id, evidence: 'exit', issuedBy: 'a' });
  const second = await certifyDeath(world.db.pool, { workerId: id, evidence: 'lease_ended', issuedBy: 'b' });
  assert.equal(first.first, true);
  assert.deepEqual(second, { ...first, first: false });
});
