import type { DeliveryClass } from '@checkpoint/contracts';
import { broken } from './invariants.ts';
import type { Lane } from './lane.ts';
import { type Action, byDefault, possible } from './moves.ts';
import { World } from './world.ts';

/** A schedule that is longer does not end: that is a broken promise too. */
const MAX_ACTIONS = 150;

/** Milliseconds of real time that one action may take; it waits for nothing but a few statements. */
const ACTION_MS = 10_000;

/** At one point of a schedule: what was possible, what was done. */
export interface Point {
  readonly possible: readonly Action[];
  readonly taken: Action;
}

export interface Outcome {
  readonly delivery: DeliveryClass;
  readonly points: readonly Point[];
  readonly broken: readonly string[];
}

/** Chooses the next action; undefined leaves it to the default. `index` counts the actions before it. */
export type Chooser = (possible: readonly Action[], fallback: Action, index: number) => Action | undefined;

/** Runs one schedule to its quiet end and says which promises it broke. */
export async function runSchedule(lane: Lane, delivery: DeliveryClass, choose: Chooser): Promise<Outcome> {
  const world = new World(lane, delivery);
  const points: Point[] = [];
  try {
    while (points.length < MAX_ACTIONS) {
      const fallback = byDefault(world);
      if (fallback === undefined) break;
      const actions = possible(world);
      const chosen = choose(actions, fallback, points.length);
      const taken = chosen !== undefined && actions.includes(chosen) ? chosen : fallback;
      points.push({ possible: actions, taken });
      await within(world.act(taken), taken);
    }
    const found = await within(broken(world), 'looking at the end');
    if (points.length === MAX_ACTIONS) found.push(`not quiet after ${MAX_ACTIONS} actions`);
    return { delivery, points, broken: found };
  } catch (error) {
    return { delivery, points, broken: [`the schedule stopped: ${String(error)}`] };
  } finally {
    for (const worker of world.workers) {
      worker.retire();
      worker.connection.abandon();
    }
  }
}

async function within<T>(work: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`"${what}" does not end`)), ACTION_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
