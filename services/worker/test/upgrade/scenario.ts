/**
 * A release under running agents, on real worker processes: run A starts on workers of v1, workers of this build replace
 * them in the middle, A ends on v1's path, and run B takes this build's from its first step. A control run that nobody
 * deployed over is what A is compared with. All is read from Temporal's histories and from what the model was sent.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@checkpoint/testing';
import type { Client } from '@temporalio/client';
import { bundle } from '../../src/bundle.ts';
import type { Harness, Started } from '../fixtures/harness.ts';
import { startWorkerProcess, type WorkerProcess } from '../fixtures/process.ts';
import { activities, failedTasks, patchesOf } from './read.ts';

export type Check = (name: string, passed: boolean, observed: string) => void;

/** Steps of each run; A is deployed over after the first ones. */
const STEPS = 6;
const STEPS_ON_V1 = 3;

const V1 = fileURLToPath(new URL('../versions/v1/index.ts', import.meta.url));
const ENTRY = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** Milliseconds for a run of six steps on workers that have just started on a busy machine. */
const RUN = { timeoutMs: 90_000 };

export interface Bundles {
  readonly v1: string;
  readonly v2: string;
}

/** Both versions as the files that workers are started with. */
export async function makeBundles(): Promise<Bundles> {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  const bundles = { v1: join(folder, 'v1.js'), v2: join(folder, 'v2.js') };
  writeFileSync(bundles.v1, await bundle(V1));
  writeFileSync(bundles.v2, await bundle());
  return bundles;
}

/** Runs the scenario; `harness.taskQueue` is A's and B's, the control has one of its own. */
export async function upgrade(
  harness: Harness,
  control: Harness,
  bundles: Bundles,
  check: Check,
): Promise<void> {
  const seen = mkdtempSync(join(tmpdir(), 'seen-'));
  const worker = (
    on: Harness,
    version: keyof Bundles,
    bootId: string,
    file: string,
  ): Promise<WorkerProcess> =>
    startWorkerProcess({
      ...{ databaseUrl: on.db.url, taskQueue: on.taskQueue, bootId, entry: ENTRY },
      environment: {
        CHECKPOINT_WORKFLOW_BUNDLE: bundles[version],
        CHECKPOINT_BUILD_ID: version,
        SEEN_FILE: join(seen, file),
        LOG_LEVEL: 'error',
      },
    });
  const messages = (file: string) => readFileSync(join(seen, file), 'utf8').trimEnd().split('\n');

  const alone = await worker(control, 'v1', 'control', 'control');
  const c = await start(control);
  await c.handle.result();
  await alone.end('SIGTERM');

  const old = [await worker(harness, 'v1', 'v1-a', 'a'), await worker(harness, 'v1', 'v1-b', 'a')];
  const a = await start(harness);
  await waitFor('A to be in the middle', () => stepsOf(harness.client, a, STEPS_ON_V1), RUN);
  const fresh = [await worker(harness, 'v2', 'v2-a', 'a'), await worker(harness, 'v2', 'v2-b', 'a')];
  for (const process of old) await process.end('SIGTERM');
  const still = (await a.handle.describe()).status.name;
  await a.handle.result();
  for (const process of fresh) await process.end('SIGTERM');

  const later = await worker(harness, 'v2', 'v2-c', 'b');
  const b = await start(harness);
  await b.handle.result();
  await later.end('SIGTERM');

  const [ofA, ofB, ofC] = await Promise.all(
    [[harness, a] as const, [harness, b] as const, [control, c] as const].map(([on, run]) =>
      activities(on.client, run.runId),
    ),
  );
  const builds = new Set((ofA ?? []).map(({ worker: by }) => (by.includes('/v1-') ? 'v1' : 'v2')));
  check('A ran on v1, then on v2', still === 'RUNNING' && builds.size === 2, [...builds].join(', '));
  const path = (list: typeof ofA) => (list ?? []).map(({ type }) => type).join(' ');
  check("A's activities are those of the control run, in its order", path(ofA) === path(ofC), path(ofA));
  const [told, asked] = [messages('control'), messages('a')];
  check(
    'the model saw of A, byte for byte, what it saw of the control run',
    told.length === STEPS + 1 && told.join('\n') === asked.join('\n'),
    `${asked.length} model calls, ${asked.join('').length} bytes`,
  );
  const patchesOfA = await patchesOf(harness.client, a.runId);
  check('A noted no patch', patchesOfA.length === 0, patchesOfA.join(' ') || 'none');
  const [first] = await patchesOf(harness.client, b.runId);
  check(
    'B noted the patch in its first workflow task',
    first?.startsWith('summarise-long-results@') === true,
    `${first}`,
  );
  const summaries = (ofB ?? []).filter(({ type }) => type === 'summariseResult').length;
  check(
    "B's long results were summarised, from the first step",
    summaries === STEPS,
    `${summaries} of ${STEPS}`,
  );
  const [lengthA, lengthB] = [asked, messages('b')].map((lines) => lines.at(-1)?.length ?? 0);
  check(
    'so the model was sent less',
    (lengthB ?? 0) < (lengthA ?? 0) / 2,
    `${lengthB} of ${lengthA} characters`,
  );
  const whole = await fullResults(harness, b.runId);
  check('and the full results are still there', whole === STEPS, `${whole} of ${STEPS}`);
  const failed = await Promise.all([a, b].map(({ runId }) => failedTasks(harness.client, runId)));
  check(
    'no workflow task failed',
    failed.every((count) => count === 0),
    failed.join(' and '),
  );
}

function start(on: Harness): Promise<Started> {
  return on.start({ agent: 'digger', input: { steps: STEPS } });
}

async function stepsOf(client: Client, { runId }: Started, steps: number): Promise<boolean> {
  const done = await activities(client, runId);
  return done.filter(({ type }) => type === 'callTool').length >= steps;
}

/** Results in the run's rows that are as long as the tool made them. */
async function fullResults({ db }: Harness, runId: string): Promise<number> {
  const { rows } = await db.pool.query(
    "SELECT 1 FROM tool_calls WHERE run_id = $1 AND kind = 'read' AND summary IS NOT NULL AND length(output::text) > 24000",
    [runId],
  );
  return rows.length;
}
