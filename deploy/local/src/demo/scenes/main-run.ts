import type { RunDetail } from '@checkpoint/contracts/api';
import { isAlive, markOf } from '../../os/process-table.ts';
import { until } from '../client.ts';
import { type Demo, HOLD_MS, RUN_MS } from '../context.ts';
import { type RunHistory, readHistory } from '../history.ts';
import { countsAt } from '../witness.ts';

/** Steps of the main job, and where its workers die. */
const STEPS = 30;
const FIRST_KILL = { step: 12, tool: 'send_mail', move: 'after_send' } as const;
const SECOND_KILL = { step: 21, tool: 'model', move: 'after_settle' } as const;
/** A model call, a check, a read, and three effects. */
const ACTIVITIES_A_STEP = 6;
const TRANSIENT = { step: 5, tool: 'write_note', times: 2 } as const;

interface Kill {
  readonly workerId: string;
  readonly step: number;
  readonly at: number;
}

/** The main job: 30 documents, two kills at the worst places, one failing tool. */
export async function mainRun(demo: Demo): Promise<void> {
  const { api, checks } = demo;
  const runId = demo.runId('main');
  checks.note(`run ${runId}: 30 documents; a worker dies between send and settle of a mail (step 12),`);
  checks.note('another after a model answered and before Temporal heard of it (step 21)');
  await api.start({
    agent: 'ledger',
    runId,
    input: { documents: STEPS },
    faults: [
      { kind: 'hold', ...FIRST_KILL },
      { kind: 'hold', ...SECOND_KILL },
      { kind: 'transient', step: TRANSIENT.step, activity: TRANSIENT.tool, times: TRANSIENT.times },
    ],
  });
  const first = await killThroughApi(demo, runId);
  const second = await killFromOutside(demo, runId);
  const run = await until('the main run to end', RUN_MS, async () => {
    const seen = await api.run(runId);
    return seen.status === 'running' ? undefined : seen;
  });
  checks.check(
    'the run completed',
    run.status === 'completed',
    `status ${run.status}, step ${run.step} of ${run.plannedSteps}`,
  );
  const history = await readHistory(demo.stack.temporalAddress, demo.stack.namespace, runId);
  await checkSteps(demo, run, history, [first, second]);
  await checkAttempts(demo, history, first);
  await checkModelCalls(demo, runId);
  await checkWitness(demo, runId);
  checkResumes(demo, history, [first, second]);
  demo.numbers.mainRunId = runId;
}

async function heldWorker(demo: Demo, runId: string, step: number): Promise<string> {
  return await until(`step ${step} to be held`, HOLD_MS, async () => {
    const { holds } = await demo.api.holds(runId);
    return holds.find((hold) => hold.step === step)?.workerId;
  });
}

async function killThroughApi(demo: Demo, runId: string): Promise<Kill> {
  const { api, checks } = demo;
  const workerId = await heldWorker(demo, runId, FIRST_KILL.step);
  const at = Date.now();
  const report = await api.kill(workerId);
  const { exitSignal, exitCode, gone } = report.observed;
  checks.check(
    'DELETE /api/workers/{id}: SIGKILL, observed by the kernel',
    exitSignal === 'SIGKILL' && gone && report.pid !== null && markOf(report.pid) === undefined,
    `pid ${report.pid}: signal ${exitSignal}, exit code ${exitCode}, gone ${gone}; it held ${report.held.length} attempts`,
  );
  return { workerId, step: FIRST_KILL.step, at };
}

async function killFromOutside(demo: Demo, runId: string): Promise<Kill> {
  const { api, checks } = demo;
  const workerId = await heldWorker(demo, runId, SECOND_KILL.step);
  // The first kill's replacement may still be starting. What is measured is a resume, not the start of a process.
  const workers = await until('a second worker to live', HOLD_MS, async () => {
    const list = await api.workers();
    return list.workers.filter((worker) => worker.state === 'live').length >= list.desired
      ? list.workers
      : undefined;
  });
  const pid = workers.find((worker) => worker.workerId === workerId)?.pid;
  if (pid === undefined || pid === null) throw new Error(`worker ${workerId} has no pid`);
  const mark = markOf(pid);
  const at = Date.now();
  process.kill(pid, 'SIGKILL');
  const seen = await until('the death to be certified and the worker replaced', HOLD_MS, async () => {
    const list = await api.workers();
    const dead = list.workers.find((worker) => worker.workerId === workerId)?.death;
    const live = list.workers.filter((worker) => worker.state === 'live').length;
    return dead !== null && dead !== undefined && live >= list.desired ? { dead, live } : undefined;
  });
  const gone = mark === undefined || !isAlive(mark);
  checks.check(
    'kill -9 from outside: noticed, certified, replaced',
    gone && seen.dead.evidence === 'exit',
    `pid ${pid}: gone ${gone}, evidence ${seen.dead.evidence}, ${seen.live} workers live again`,
  );
  return { workerId, step: SECOND_KILL.step, at };
}

async function checkSteps(
  demo: Demo,
  run: RunDetail,
  history: RunHistory,
  kills: readonly Kill[],
): Promise<void> {
  const { steps } = await demo.api.steps(run.runId);
  const numbers = steps.map((step) => step.step);
  const whole = numbers.length === STEPS && numbers.every((step, index) => step === index + 1);
  demo.checks.check(
    'no gap in steps 1..30',
    whole,
    `${numbers.length} steps, ${numbers[0]} to ${numbers.at(-1)}`,
  );
  const last = history.activities.at(-1)?.worker ?? '';
  const dead = kills.map((kill) => kill.workerId);
  demo.checks.check(
    'a different worker finished it',
    last !== '' && !dead.includes(last),
    `Temporal names ${short(last)}; killed were ${dead.map(short).join(' and ')}`,
  );
}

async function checkAttempts(demo: Demo, history: RunHistory, first: Kill): Promise<void> {
  const before = history.activities.filter((item) => item.step < first.step && item.step !== TRANSIENT.step);
  // One model call and five tool calls a step; the step with the transient fault is looked at by itself.
  const expected = ACTIVITIES_A_STEP * (first.step - 2);
  const again = before.filter((item) => item.attempt !== 1);
  demo.checks.check(
    'attempts in Temporal’s history: 1 for all completed before the kill',
    before.length === expected && again.length === 0,
    `${before.length} of ${expected} activities of steps 1 to ${first.step - 1}, ${again.length} with more than one attempt`,
  );
  const retried = Math.max(
    ...history.activities.filter((item) => item.step === TRANSIENT.step).map((item) => item.attempt),
  );
  const resumed = Math.max(
    ...history.activities.filter((item) => item.step === first.step).map((item) => item.attempt),
  );
  demo.checks.check(
    'a retried step shows attempt ≥ 2',
    retried === TRANSIENT.times + 1 && resumed >= 2,
    `step ${TRANSIENT.step} (transient fault) attempt ${retried}, step ${first.step} (death) attempt ${resumed}`,
  );
  demo.checks.check(
    'no workflow task failed',
    history.failedWorkflowTasks === 0,
    `${history.failedWorkflowTasks} failed`,
  );
}

/** The mail that was sent and not written down: found at the receiver, by its Message-ID, and not sent again. */
async function checkProbe(demo: Demo, runId: string): Promise<void> {
  const { rows } = await demo.db.query<{ outcomes: string[] }>(
    `SELECT array_agg(a.outcome ORDER BY a.epoch) AS outcomes FROM effects e JOIN effect_attempts a USING (key)
     WHERE e.run_id = $1 AND e.step = $2 AND e.tool = $3`,
    [runId, FIRST_KILL.step, FIRST_KILL.tool],
  );
  const outcomes = rows[0]?.outcomes ?? [];
  demo.checks.check(
    'the mail sent before the death was looked up, not sent again',
    outcomes.join(' ') === 'superseded probed',
    `attempts of the mail of step ${FIRST_KILL.step}: ${outcomes.join(', then ')}`,
  );
}

/** The death after the answer cost no second answer: the model's effect has one attempt and its first epoch. */
async function checkModelCalls(demo: Demo, runId: string): Promise<void> {
  const { rows } = await demo.db.query(
    `SELECT e.epoch, e.state, count(a.*)::int AS asked FROM effects e JOIN effect_attempts a USING (key)
     WHERE e.run_id = $1 AND e.step = $2 AND e.kind = 'model' GROUP BY e.key`,
    [runId, SECOND_KILL.step],
  );
  demo.checks.check(
    'killed after the answer: the model was asked once',
    rows.length === 1 && rows[0].asked === 1 && rows[0].state === 'applied',
    `step ${SECOND_KILL.step}: ${rows.length} model call, ${rows[0]?.asked} attempt, state ${rows[0]?.state}`,
  );
}

async function checkWitness(demo: Demo, runId: string): Promise<void> {
  const counts = await countsAt(demo.stack.witnessUrl, runId);
  for (const kind of ['file', 'row', 'mail'] as const) {
    const { arrivals, applications, distinctKeys, duplicates } = counts.byKind[kind];
    demo.checks.check(
      `witness: ${kind} effects applied once each`,
      distinctKeys === STEPS && applications === STEPS && duplicates === 0,
      `${arrivals} arrivals, ${applications} applications, ${distinctKeys} distinct keys, duplicates ${duplicates}`,
    );
  }
  const run = await demo.api.run(runId);
  const journalSays = run.duplicates.journal;
  demo.checks.check(
    'journal’s own count agrees with the witness’s',
    journalSays === counts.total.duplicates,
    `journal ${journalSays}, witness ${counts.total.duplicates}`,
  );
  await checkProbe(demo, runId);
  demo.numbers.witness = counts;
}

function checkResumes(demo: Demo, history: RunHistory, kills: readonly Kill[]): void {
  const latencies = kills.map((kill) => {
    const next = history.activities.find((item) => item.step === kill.step && item.attempt >= 2);
    return next === undefined ? Number.NaN : next.startedAt - kill.at;
  });
  const texts = latencies.map((ms) => `${Math.round(ms)} ms`);
  demo.checks.check(
    'kill to next attempt, Temporal’s clock: under a second',
    latencies.every((ms) => ms > 0 && ms < 1_000),
    `${texts.join(' and ')} after the kills at steps ${kills.map((kill) => kill.step).join(' and ')}`,
  );
  demo.numbers.resumeMs = latencies;
}

function short(workerId: string): string {
  return `…${workerId.slice(-8)}`;
}
