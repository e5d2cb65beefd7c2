import { DELIVERY_CLASSES, type DeliveryClass } from '@checkpoint/contracts';
import { Exhaustive, runJob, runRandom, shrink } from './explore.ts';
import { type Lane, openLane } from './lane.ts';
import type { Outcome } from './run.ts';

export interface Campaign {
  readonly seed: number;
  /** Databases in which schedules run at the same time. */
  readonly lanes: number;
  readonly departures: number;
  readonly deliveries?: readonly DeliveryClass[];
  /** Random schedules, after the exhaustive ones. */
  readonly random: number;
  /** Milliseconds after which no further schedule begins. */
  readonly withinMs: number;
  /** End at the first broken schedule and do not shorten it. */
  readonly first?: boolean;
  readonly report: (line: string) => void;
}

export interface Result {
  readonly exhaustive: number;
  /** False: time ran out before every schedule with so few departures had run. */
  readonly complete: boolean;
  readonly random: number;
  readonly failures: readonly Outcome[];
}

/** One broken schedule is enough to be red, and each is shortened; a few more may show another cause. */
const FAILURES_KEPT = 3;
const REPORT_EVERY_MS = 15_000;

/** Runs the schedules, exhaustive ones first, and shortens what broke. */
export async function runCampaign(campaign: Campaign): Promise<Result> {
  const lanes = await Promise.all(Array.from({ length: campaign.lanes }, () => openLane()));
  const begun = performance.now();
  const isOver = () => performance.now() - begun > campaign.withinMs;
  const state = { exhaustive: 0, random: 0, failures: [] as Outcome[], reported: begun };
  const note = (outcome: Outcome, kind: 'exhaustive' | 'random'): void => {
    state[kind] += 1;
    if (outcome.broken.length > 0) state.failures.push(outcome);
    if (performance.now() - state.reported < REPORT_EVERY_MS) return;
    state.reported = performance.now();
    const seconds = Math.round((state.reported - begun) / 1_000);
    campaign.report(`${seconds} s: ${state.exhaustive} exhaustive, ${state.random} random`);
  };
  const enough = () => state.failures.length >= (campaign.first === true ? 1 : FAILURES_KEPT);
  try {
    const all = new Exhaustive(campaign.deliveries ?? DELIVERY_CLASSES, campaign.departures);
    const complete = await runExhaustive(
      lanes,
      all,
      (outcome) => note(outcome, 'exhaustive'),
      () => isOver() || enough(),
    );
    let number = 0;
    const runOne = async (lane: Lane): Promise<void> => {
      while (number < campaign.random && !isOver() && !enough()) {
        number += 1;
        note(await runRandom(lane, campaign.seed, number - 1), 'random');
      }
    };
    await Promise.all(lanes.map(runOne));
    const failures: Outcome[] = [];
    for (const outcome of state.failures.slice(0, FAILURES_KEPT)) {
      failures.push(campaign.first === true ? outcome : await shrink(lanes[0] as Lane, outcome));
    }
    return { exhaustive: state.exhaustive, random: state.random, complete, failures };
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
  }
}

/** A lane that finds the queue empty waits for the others: what they run may add to it. */
async function runExhaustive(
  lanes: readonly Lane[],
  all: Exhaustive,
  note: (outcome: Outcome) => void,
  isOver: () => boolean,
): Promise<boolean> {
  let busy = 0;
  let cut = false;
  const work = async (lane: Lane): Promise<void> => {
    while (true) {
      if (isOver()) {
        cut = true;
        return;
      }
      const job = all.next();
      if (job === undefined) {
        if (busy === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 1));
        continue;
      }
      busy += 1;
      const outcome = await runJob(lane, job);
      note(outcome);
      if (outcome.broken.length === 0) all.extend(job, outcome);
      busy -= 1;
    }
  };
  await Promise.all(lanes.map(work));
  return !cut;
}

/** How a person sees a broken schedule, with the command that runs it again. */
export function told({ delivery, points, broken }: Outcome): string {
  const list = points.map((point) => point.taken).join(', ');
  return [
    `✖ ${delivery}: ${list || '(the default schedule)'}`,
    ...broken.map((line) => `    ${line}`),
    `    again: npm run schedules -- --replay '${delivery}: ${list}'`,
  ].join('\n');
}
