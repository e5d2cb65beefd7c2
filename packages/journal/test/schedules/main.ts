/**
 * `npm run schedules`: drives workers through interleavings of the protocol's moves on a real Postgres. Prints the
 * seed, what ran, and for each broken schedule its shortest form with the command that runs it again. The last line is
 * `N passed, N failed`; the exit code is 0 only if nothing failed.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DELIVERY_CLASSES, type DeliveryClass } from '@checkpoint/contracts';
import { withPostgres } from '../fixtures/own-postgres.ts';
import { runCampaign, told } from './campaign.ts';
import { replay } from './explore.ts';
import { openLane } from './lane.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    departures: { type: 'string', default: '2' },
    random: { type: 'string', default: '6000' },
    /** Seconds after which no further schedule begins. */
    within: { type: 'string', default: '300' },
    lanes: { type: 'string', default: '4' },
    classes: { type: 'string', default: DELIVERY_CLASSES.join(',') },
    /** Ends at the first broken schedule and prints it as it is, not shortened. */
    first: { type: 'boolean', default: false },
    replay: { type: 'string' },
  },
});

async function runAll(): Promise<number> {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  say(`seed ${seed}; run it again with: npm run schedules -- --seed ${seed}`);
  const begun = performance.now();
  const result = await runCampaign({
    seed,
    lanes: Number(values.lanes),
    departures: Number(values.departures),
    deliveries: values.classes.split(',') as DeliveryClass[],
    random: Number(values.random),
    withinMs: Number(values.within) * 1_000,
    first: values.first,
    report: say,
  });
  for (const failure of result.failures) say(told(failure));
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0);
  const all = result.complete ? 'all' : 'NOT all';
  say(
    `${all} schedules with at most ${values.departures} departures: ${result.exhaustive}; at random: ${result.random}; ${seconds} s`,
  );
  const failed = result.failures.length;
  say(`${result.exhaustive + result.random - failed} passed, ${failed} failed`);
  return failed === 0 && result.exhaustive + result.random > 0 ? 0 : 1;
}

async function runOne(text: string): Promise<number> {
  const [delivery = '', list = ''] = text.split(':');
  const lane = await openLane();
  const actions = list.split(',').map((action) => action.trim());
  const outcome = await replay(lane, delivery.trim() as DeliveryClass, actions);
  await lane.close();
  for (const { taken, possible } of outcome.points) say(`${taken.padEnd(14)} of ${possible.join(', ')}`);
  for (const line of outcome.broken) say(`✖ ${line}`);
  say(outcome.broken.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
  return outcome.broken.length === 0 ? 0 : 1;
}

const code = await withPostgres(async () =>
  values.replay === undefined ? await runAll() : await runOne(values.replay),
);
// A schedule that stopped may have left a statement behind that never ends.
process.stdout.write('', () => process.exit(code));
