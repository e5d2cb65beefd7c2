import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DeathEvidence } from '@checkpoint/contracts';
import type { KillReport } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import type { Runtime } from '../../src/runtime.ts';
import { kill, waitForLive, workersOf } from '../support/fleet.ts';

/** What the suite needs of an implementation: a started API with a fleet of two, and a hand outside of it. */
export interface FleetUnderTest {
  readonly runtime: Runtime;
  /** How it kills, and on which evidence it certifies a worker that was killed behind its back. */
  readonly action: KillReport['action'];
  readonly evidence: readonly DeathEvidence[];
  /** How long its replacements may take, ms. */
  readonly patienceMs?: number;
  /** SIGKILLs a worker behind the fleet's back. */
  killOutside(workerId: string): Promise<void>;
  /** Stops a worker's process without ending it. */
  freeze(workerId: string): Promise<void>;
  isGone(workerId: string): Promise<boolean>;
  close(): Promise<void>;
}

const PATIENCE_MS = 20_000;

/** Waits for two living workers, none of them a victim. */
function twoLive({ runtime, patienceMs = PATIENCE_MS }: FleetUnderTest, ...victims: string[]) {
  return waitForLive(runtime.app, 2, victims, { timeoutMs: patienceMs });
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
      const live = await twoLive(it);
      assert.equal(new Set(live.map((worker) => worker.workerId)).size, 2);
      assert.equal((await it.runtime.app.inject('/api/workers')).json().desired, 2);
    });

    test('kill answers with what was observed, and another worker takes the place', async () => {
      const [victim] = await twoLive(it);
      assert.ok(victim);
      const response = await kill(it.runtime.app, victim.workerId);
      assert.equal(response.statusCode, 200, response.body);
      const report = response.json();
      assert.equal(report.workerId, victim.workerId);
      assert.equal(report.action, it.action);
      assert.equal(report.observed.gone, true);
      assert.ok(report.observed.certifiedAt >= report.requestedAt);
      assert.equal(await it.isGone(victim.workerId), true);
      await twoLive(it, victim.workerId);
    });

    test('a worker killed from outside is noticed, certified and replaced', async () => {
      const [victim] = await twoLive(it);
      assert.ok(victim);
      await it.killOutside(victim.workerId);
      const dead = await waitFor('the certificate', async () =>
        (await workersOf(it.runtime.app)).find(
          (worker) => worker.workerId === victim.workerId && worker.state === 'dead',
        ),
      );
      assert.ok(dead.death && it.evidence.includes(dead.death.evidence), dead.death?.evidence);
      await twoLive(it, victim.workerId);
    });

    test('a frozen worker is certified on its lease, once, and then really ended', async () => {
      const [victim] = await twoLive(it);
      assert.ok(victim);
      await it.freeze(victim.workerId);
      const dead = await waitFor('the certificate', async () =>
        (await workersOf(it.runtime.app)).find(
          (worker) => worker.workerId === victim.workerId && worker.state === 'dead',
        ),
      );
      assert.equal(dead.death?.evidence, 'lease_ended');
      await waitFor('the end of the process', () => it.isGone(victim.workerId), {
        timeoutMs: it.patienceMs ?? PATIENCE_MS,
      });
      await twoLive(it, victim.workerId);
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
