/** Releases under running agents, on real worker processes, Temporal and Postgres. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHarness, type Harness } from '../fixtures/harness.ts';
import { makeBundles, upgrade } from './scenario.ts';

let harness: Harness;
let control: Harness;
before(async () => {
  [harness, control] = [await createHarness(), await createHarness()];
});
after(async () => {
  await harness.close();
  await control.close();
});

test('a run that began on v1 ends on its path under v2, byte for byte, and a new run takes v2 from its first step', async () => {
  const results: string[] = [];
  await upgrade(harness, control, await makeBundles(), (name, passed, observed) => {
    results.push(`${passed ? 'PASS' : 'FAIL'} ${name}: ${observed}`);
  });
  assert.equal(results.length, 9);
  assert.deepEqual(
    results.filter((line) => line.startsWith('FAIL')),
    [],
  );
});
