/** The short form of `npm run schedules`: every schedule with one departure, and some hundred at random. */
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { DELIVERY_CLASSES } from '@checkpoint/contracts';
import { runCampaign, told } from './campaign.ts';
import { replay } from './explore.ts';
import { openLane } from './lane.ts';

/** Milliseconds, for a machine that does other things too. */
const WITHIN_MS = 60_000;

test('no schedule of two or three workers breaks a promise of the journal', async (context) => {
  const seed = Number(process.env.CHECKPOINT_TEST_SEED ?? randomInt(2 ** 31));
  context.diagnostic(`seed ${seed}`);
  const result = await runCampaign({
    ...{ seed, lanes: 3, departures: 1, random: 400, withinMs: WITHIN_MS },
    report: (line) => context.diagnostic(line),
  });
  assert.equal(result.failures.map(told).join('\n'), '', `seed ${seed}`);
  assert.equal(result.complete, true, 'every schedule with one departure was run');
  context.diagnostic(`${result.exhaustive} schedules with one departure, ${result.random} at random`);
});

test('a worker that wakes and beats sends nothing under the epoch that it had before its freeze', async () => {
  const lane = await openLane();
  const list = 'start a, go a, go a, freeze a, start b, go b, go b, beat a, go a, go a, go a';
  for (const delivery of DELIVERY_CLASSES) {
    const outcome = await replay(lane, delivery, list.split(', '));
    assert.deepEqual(outcome.broken, [], told(outcome));
    assert.equal(outcome.points.filter(({ taken }) => taken === 'beat a').length, 1);
  }
  await lane.close();
});
