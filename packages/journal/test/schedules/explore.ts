/**
 * Which schedules are run. Exhaustive: every schedule that departs from the default at most `departures` times, at
 * any point and in any way. Beyond: at random, from a seed.
 */
import { DELIVERY_CLASSES, type DeliveryClass } from '@checkpoint/contracts';
import type { Lane } from './lane.ts';
import type { Action } from './moves.ts';
import { Random } from './random.ts';
import { type Outcome, runSchedule } from './run.ts';

/** Of ten actions at random, this many go on as the default would: faults must not drown the protocol. */
const DEFAULTS_OF_TEN = 6;

/** After so many actions the default brings a random schedule to its end. */
const CHOSEN_AT_RANDOM = 45;

/** One action of a schedule, and where it departs from the default. */
export type Departure = { readonly at: number; readonly action: Action };

export interface Job {
  readonly delivery: DeliveryClass;
  readonly departures: readonly Departure[];
}

/** The schedules of one delivery class, those with fewer departures first. */
export class Exhaustive {
  readonly #queue: Job[] = [];
  readonly #limit: number;

  constructor(deliveries: readonly DeliveryClass[], limit: number) {
    this.#limit = limit;
    this.#queue.push(...deliveries.map((delivery) => ({ delivery, departures: [] })));
  }

  next(): Job | undefined {
    return this.#queue.shift();
  }

  /** Adds every schedule that departs once more than this one, later than its last departure. */
  extend(job: Job, outcome: Outcome): void {
    if (job.departures.length >= this.#limit) return;
    const first = (job.departures.at(-1)?.at ?? -1) + 1;
    for (let at = first; at < outcome.points.length; at += 1) {
      const point = outcome.points[at];
      for (const action of point?.possible ?? []) {
        if (action === point?.taken) continue;
        this.#queue.push({ delivery: job.delivery, departures: [...job.departures, { at, action }] });
      }
    }
  }
}

export async function runJob(lane: Lane, job: Job): Promise<Outcome> {
  const chosen = new Map(job.departures.map(({ at, action }) => [at, action]));
  return await runSchedule(lane, job.delivery, (_possible, _fallback, index) => chosen.get(index));
}

/** The nth random schedule of a seed: the class goes round, the actions follow from seed and number. */
export async function runRandom(lane: Lane, seed: number, number: number): Promise<Outcome> {
  const delivery = DELIVERY_CLASSES[number % DELIVERY_CLASSES.length] ?? 'keyed';
  const random = new Random(Math.imul(seed, 1_000_003) + number);
  return await runSchedule(lane, delivery, (possible, _fallback, index) => {
    if (index >= CHOSEN_AT_RANDOM) return undefined;
    if (random.below(10) < DEFAULTS_OF_TEN) return undefined;
    return possible[random.below(possible.length)];
  });
}

/** Runs a list of actions; what is not possible where it stands is passed over, the rest is the default. */
export async function replay(
  lane: Lane,
  delivery: DeliveryClass,
  actions: readonly Action[],
): Promise<Outcome> {
  let next = 0;
  return await runSchedule(lane, delivery, (possible) => {
    while (next < actions.length) {
      const action = actions[next];
      next += 1;
      if (action !== undefined && possible.includes(action)) return action;
    }
    return undefined;
  });
}

/** Milliseconds after which a schedule is short enough. */
const SHRINK_MS = 20_000;

/** Leaves out as many actions as it can while the schedule still breaks a promise. */
export async function shrink(lane: Lane, failed: Outcome): Promise<Outcome> {
  let best = failed;
  let actions = failed.points.map((point) => point.taken);
  const begun = performance.now();
  for (let size = Math.ceil(actions.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < actions.length && performance.now() - begun < SHRINK_MS; ) {
      const shorter = [...actions.slice(0, from), ...actions.slice(from + size)];
      const outcome = await replay(lane, failed.delivery, shorter);
      if (outcome.broken.length > 0) {
        best = outcome;
        actions = shorter;
      } else from += size;
    }
  }
  const told = await replay(lane, failed.delivery, actions);
  const given = told.broken.length > 0 ? told : best;
  return { ...given, points: given.points.slice(0, lastChosen(given, actions)) };
}

/** Points after the last chosen action are the default's: a replay adds them by itself. */
function lastChosen(outcome: Outcome, actions: readonly Action[]): number {
  let at = 0;
  let next = 0;
  for (const [index, point] of outcome.points.entries()) {
    if (next < actions.length && point.taken === actions[next]) {
      next += 1;
      at = index + 1;
    }
  }
  return at;
}
