import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import type { Runtime } from '../../src/runtime.ts';
import { kill, waitForLive, workersOf } from '../support/fleet.ts';

/** What the suite needs of an implementation: a started API with a fleet of two, and a hand outside of it. */
export interface FleetUnderTest {
  readonly runtime: Runtime;
  /** SIGKILLs a worker behind the fleet's back. */
  killOutside(workerId: string): Promise<void>;
  /** Stops a worker's process without ending it. */
  freeze(workerId: string): Promise<void>;
  isGone(workerId: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The promises of fleet/types.ts. Every implementation runs them. */
export function fleetContract(name: string, setUp: () => Promise<FleetUnderTest>): void {
  describe(`the fleet of ${name}`, () => {
    let it: FleetUnderTest;
    before(async () => {
      it = await setUp();
    });
    after(() => it.close());

    test('starts the desired number of workers', async () => {
      const live = await waitForLive(it.runtime.app, 2);
      assert.equal(new Set(live.map((worker) => worker.workerId)).size, 2);
      assert.equal((await it.runtime.app.inject('/api/workers')).json().desired, 2);
    });

    test('kill answers with what was observed, and another worker takes the place', async () => {
      const [victim] = await waitForLive(it.runtime.app, 2);
      assert.ok(victim);
      const response = await kill(it.runtime.app, victim.workerId);
      assert.equal(response.statusCode, 200, response.body);
      const report = response.json();
      assert.equal(report.workerId, victim.workerId);
      assert.equal(report.signal, 'SIGKILL');
      assert.equal(report.observed.goneFromProcessTable, true);
      assert.ok(report.observed.certifiedAt >= report.requestedAt);
      assert.equal(await it.isGone(victim.workerId), true);
      await waitForLive(it.runtime.app, 2, [victim.workerId]);
    });

    test('a worker killed from outside is noticed, certified and replaced', async () => {
      const [victim] = await waitForLive(it.runtime.app, 2);
      assert.ok(victim);
      await it.killOutside(victim.workerId);
      const dead = await waitFor('the certificate', async () =>
        (await workersOf(it.runtime.app)).find(
          (worker) => worker.workerId === victim.workerId && worker.state === 'dead',
        ),
      );
      assert.equal(dead.death?.evidence, 'exit');
      await waitForLive(it.runtime.app, 2, [victim.workerId]);
    });

    test('a frozen worker is certified on its lease, once, and then really ended', async () => {
      const [victim] = await waitForLive(it.runtime.app, 2);
      assert.ok(victim);
      await it.freeze(victim.workerId);
      const dead = await waitFor('the certificate', async () =>
        (await workersOf(it.runtime.app)).find(
          (worker) => worker.workerId === victim.workerId && worker.state === 'dead',
        ),
      );
      assert.equal(dead.death?.evidence, 'lease_ended');
      await waitFor('the end of the process', () => it.isGone(victim.workerId));
      await waitForLive(it.runtime.app, 2, [victim.workerId]);
      const later = (await workersOf(it.runtime.app)).find((worker) => worker.workerId === victim.workerId);
      assert.deepEqual(later?.death, dead.death, 'the first certificate stands');
    });

    test('a dead worker cannot be killed again, and an unknown one not at all', async () => {
      const dead = (await workersOf(it.runtime.app)).find((worker) => worker.state === 'dead');
      assert.ok(dead);
      const again = await kill(it.runtime.app, dead.workerId);
      assert.equal(again.statusCode, 409);
      assert.equal(again.json().code, 'KILL_REFUSED');
      assert.match(again.json().detail, /it died at /);
      const unknown = await kill(it.runtime.app, 'nowhere/never-1');
      assert.equal(unknown.statusCode, 404);
      assert.equal(unknown.json().code, 'WORKER_NOT_FOUND');
    });
  });
}
