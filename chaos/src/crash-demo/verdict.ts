import type { RunDetail } from '@checkpoint/contracts/api';
import { ALL_RUNS_MS, type CrashDemo, DOCUMENTS, RUNS } from './context.ts';
import { KILL_WAYS } from './kills.ts';
import { type Interruption, interruptions, inWords, percentile } from './measure.ts';
import { countsAt } from './product.ts';
import { until } from './until.ts';

/** The fewest kills, and of them the fewest between send and settle, that make a proof. */
const MIN_KILLS = 10;
const MIN_IN_GAP = 3;
/** The product's goal for a resume where another worker is ready, milliseconds. */
const GOAL_MS = 1_000;

/** Waits for the end of all runs and checks what became of them, at the product and outside it. */
export async function verdict(demo: CrashDemo): Promise<void> {
  const { checks, kills } = demo;
  const inGap = kills.filter((kill) => kill.inGap.length > 0);
  const ways = KILL_WAYS.map((way) => `${kills.filter((kill) => kill.way === way).length} ${way}`);
  checks.check(
    `at least ${MIN_KILLS} kills, ${MIN_IN_GAP} of them between send and settle`,
    kills.length >= MIN_KILLS && inGap.length >= MIN_IN_GAP,
    `${kills.length} kills (${ways.join(', ')}), ${inGap.length} in the gap of ${inGap.flatMap((kill) => kill.inGap).join(' ')}`,
  );
  const runs = await allEnded(demo);
  await checkRuns(demo, runs);
  await checkWitness(demo, runs);
  await checkReplacements(demo);
  checkDeaths(demo);
  checkResumes(demo, await interruptions(demo));
}

async function allEnded({ product, runIds }: CrashDemo): Promise<readonly RunDetail[]> {
  return await until('all runs to end', ALL_RUNS_MS, async () => {
    const runs = await Promise.all(runIds.map((runId) => product.run(runId)));
    return runs.every(({ status }) => status !== 'running') ? runs : undefined;
  });
}

async function checkRuns({ product, checks }: CrashDemo, runs: readonly RunDetail[]): Promise<void> {
  const completed = runs.filter(({ status }) => status === 'completed');
  const gaps: string[] = [];
  for (const { runId } of runs) {
    const { steps } = await product.steps(runId);
    const whole = steps.length === DOCUMENTS && steps.every(({ step }, index) => step === index + 1);
    if (!whole) gaps.push(`${runId}: ${steps.map(({ step }) => step).join(' ')}`);
  }
  const others = runs
    .filter((run) => !completed.includes(run))
    .map(({ runId, status }) => `${runId} ${status}`);
  checks.check(
    'every run completed, without a gap in its steps',
    completed.length === RUNS && gaps.length === 0,
    `${completed.length} of ${RUNS} completed${others.length > 0 ? `, ${others.join(', ')}` : ''}; gaps: ${gaps.join('; ') || 'none'}`,
  );
}

async function checkWitness({ config, checks }: CrashDemo, runs: readonly RunDetail[]): Promise<void> {
  const counts = await Promise.all(runs.map(({ runId }) => countsAt(config.witnessUrl, runId)));
  for (const kind of ['file', 'row', 'mail'] as const) {
    const sum = (field: 'arrivals' | 'applications' | 'distinctKeys' | 'duplicates') =>
      counts.reduce((total, { byKind }) => total + byKind[kind][field], 0);
    checks.check(
      `witness: each ${kind} applied once`,
      sum('distinctKeys') === RUNS * DOCUMENTS && sum('duplicates') === 0,
      `${sum('arrivals')} arrivals, ${sum('applications')} applications, ${sum('distinctKeys')} keys of ${RUNS * DOCUMENTS}, duplicates ${sum('duplicates')}`,
    );
  }
  const journal = runs.reduce((sum, run) => sum + run.duplicates.journal, 0);
  const witness = counts.reduce((sum, { total }) => sum + total.duplicates, 0);
  checks.check(
    'the journal’s own count agrees with the witness’s',
    journal === witness,
    `journal ${journal}, witness ${witness}`,
  );
}

async function checkReplacements({ cluster, product, kills, checks }: CrashDemo): Promise<void> {
  const { desired } = await product.workers();
  const pods = await cluster.pods('worker');
  // A container that was killed without notice is started again in its own pod; a deleted pod is replaced.
  const deleted = new Set(kills.filter(({ way }) => way !== 'sigkill').map(({ pod }) => pod.uid));
  checks.check(
    'the killed pods are replaced',
    pods.filter(({ ready, uid }) => ready && !deleted.has(uid)).length >= desired,
    `deleted ${kills
      .filter(({ way }) => way !== 'sigkill')
      .map(({ pod }) => pod.name)
      .join(' ')}; now ${pods.map(({ name }) => name).join(' ')}`,
  );
}

/** The two kinds of death, told apart: with SIGTERM first the old process outlives its pod; without notice it is gone. */
function checkDeaths({ kills, checks }: CrashDemo): void {
  const lives = (withNotice: boolean) =>
    kills
      .filter(({ way }) => (way !== 'sigkill') === withNotice)
      .map((kill) => kill.diedMs - kill.acceptedMs);
  const [noticed, sudden] = [lives(true), lives(false)];
  checks.check(
    'deletion with grace 0: the process outlives its pod, and its death was seen',
    noticed.length > 0 && noticed.every((ms) => ms >= 0),
    `process gone ${inWords(noticed)} after the accepted deletion`,
  );
  checks.check(
    'SIGKILL by the node’s runtime: dead at once',
    sudden.length > 0 && percentile(sudden, 0.5) < percentile(noticed, 0.5),
    `process gone ${inWords(sudden)} after the command began`,
  );
}

function checkResumes({ checks }: CrashDemo, all: readonly Interruption[]): void {
  const fair = all.filter(({ kill }) => kill.otherReady);
  for (const [what, sudden] of [
    ['deletion with grace 0', false],
    ['SIGKILL without notice', true],
  ] as const) {
    const some = fair.filter(({ kill }) => (kill.way === 'sigkill') === sudden);
    const fromKill = some.map((item) => item.fromKillMs);
    const fromDeath = some.map((item) => item.fromDeathMs);
    checks.check(
      `resume after ${what}: p99 under ${GOAL_MS} ms from death`,
      some.length > 0 && percentile(fromDeath, 0.99) < GOAL_MS,
      inWords(fromDeath),
    );
    checks.check(
      `resume after ${what}: p99 under ${GOAL_MS} ms from the kill`,
      some.length > 0 && percentile(fromKill, 0.99) < GOAL_MS,
      inWords(fromKill),
    );
  }
}
