/** How long a lease lasts by the clocks of its worker. The clocks are set by hand: no test can put a machine to sleep. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerId } from '@checkpoint/contracts';
import { LEASE_MS, startLease } from '../src/index.ts';

const BEAT_MS = 20;

/** A lease whose database takes every beat, except while `away`. */
async function leaseWithClocks() {
  const clocks = { monotonicMs: 1_000, wallMs: 1_000_000, away: false, beats: 0 };
  const beaten: (() => void)[] = [];
  const query = async () => {
    clocks.beats += 1;
    for (const resolve of beaten.splice(0)) resolve();
    if (clocks.away) throw new Error('Postgres is away');
    return { rows: [], rowCount: 1 };
  };
  const lease = await startLease({
    db: { query } as never,
    worker: { workerId: WorkerId.parse('test/1'), host: 'test', pid: 1, pidStarted: null, buildId: 'test' },
    beatMs: BEAT_MS,
    monotonicMs: () => clocks.monotonicMs,
    wallMs: () => clocks.wallMs,
  });
  const beat = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    beaten.push(resolve);
    const keepAlive = setInterval(() => undefined, 1_000);
    await promise;
    await new Promise(setImmediate);
    clearInterval(keepAlive);
  };
  return { clocks, lease, beat };
}

test('a machine that slept holds no lease, although its monotonic clock stood still, and what had begun is void', async () => {
  const { clocks, lease, beat } = await leaseWithClocks();
  const permit = lease.lost;
  assert.equal(lease.remainingMs(), LEASE_MS);
  clocks.wallMs += LEASE_MS;
  assert.equal(lease.remainingMs(), 0);
  await beat();
  assert.equal(permit.aborted, true);
  assert.equal(lease.remainingMs(), LEASE_MS);
  assert.equal(lease.lost.aborted, false);
  lease.stop();
});

test('a wall clock that is set back gives a worker no time', async () => {
  const { clocks, lease } = await leaseWithClocks();
  clocks.away = true;
  clocks.wallMs -= 3_600_000;
  clocks.monotonicMs += LEASE_MS;
  assert.equal(lease.remainingMs(), 0);
  lease.stop();
});

test('a process that was frozen holds no lease by its monotonic clock, whatever the wall clock says', async () => {
  const { clocks, lease, beat } = await leaseWithClocks();
  const permit = lease.lost;
  clocks.monotonicMs += LEASE_MS + 1;
  assert.equal(lease.remainingMs(), 0);
  await beat();
  assert.equal(permit.aborted, true);
  lease.stop();
});
