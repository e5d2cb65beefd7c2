import { effectKey } from '@checkpoint/contracts';
import type { Effect } from '../../src/index.ts';
import type { Cell } from './cells.ts';
import { promised } from './promise.ts';
import type { Stage, Told } from './stage.ts';

export interface Observed {
  readonly cell: Cell;
  readonly text: string;
  /** What was seen and not promised; empty is a pass. */
  readonly wrong: readonly string[];
}

/**
 * Compares what is to be seen with what was promised: before a person is asked, then after. `told` is what the next
 * worker heard; `victim` is how the first worker's own attempt ended, where it lived.
 */
export async function observe(
  stage: Stage,
  cell: Cell,
  effect: Effect,
  told: Told,
  victim?: string,
): Promise<Observed> {
  const promise = promised(cell);
  const key = effectKey(effect);
  const before = await stage.witness.counted(key);
  const { state } = await stage.state(effect);
  const wrong: string[] = [];
  const expect = (holds: boolean, text: string): void => void (holds || wrong.push(text));
  expect((promise.states as readonly string[]).includes(state), `state is ${state}`);
  expect(promise.applications.includes(before.applications), `applied ${before.applications} times`);
  expect((state === 'unknown') === 'unknown' in told, `the next worker was told ${JSON.stringify(told)}`);
  if (promise.fromJournal === true) {
    expect('performed' in told && told.performed.fromJournal, 'the outcome did not come from the journal');
  }
  if (promise.victim !== undefined)
    expect(promise.victim.test(victim ?? ''), `its own attempt ended with ${victim}`);

  const parts = [
    state === 'unknown' ? `unknown, applied ${before.applications}×` : `${state} ${before.applications}×`,
  ];
  if ('unknown' in told) {
    await stage.decide(effect);
    const last = await stage.next(cell.delivery, effect);
    expect('performed' in last && last.performed.output.ok, `after the decision: ${JSON.stringify(last)}`);
  }
  const after = await stage.witness.counted(key);
  const end = await stage.state(effect);
  expect(end.state === 'applied', `it ended as ${end.state}`);
  expect(after.applications === 1, `applied ${after.applications} times in the end`);
  if ('unknown' in told) parts.push(`after the decision ${end.state} ${after.applications}×`);
  parts.push(
    `${after.arrivals} arrival${after.arrivals === 1 ? '' : 's'}, epoch ${end.epoch} (${await stage.attempts(effect)})`,
  );
  if (victim !== undefined) parts.push(`its own attempt: ${victim}`);
  return { cell, text: parts.join('; '), wrong };
}
