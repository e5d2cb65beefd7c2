import { waitFor } from '@checkpoint/testing';
import { ApplicationFailure } from '@temporalio/client';
import { call, turn } from '../../fixtures/agents.ts';
import type { Harness, Started } from '../../fixtures/harness.ts';

/** One way that a run can go, and how a test makes it go that way. */
export interface Feature {
  readonly name: string;
  readonly script: Parameters<typeof import('../../fixtures/agents.ts').scriptedAgent>[0];
  readonly start?: Parameters<Harness['start']>[0];
  /** Plays the part of people and of the API. */
  readonly act?: (harness: Harness, started: Started) => Promise<void>;
}

const finish = turn(call('finish', { summary: 'done' }));
const readThenAct = turn(call('look', { at: 'a' }), call('act', { on: 'b' }));

async function rows(harness: Harness, text: string, runId: string): Promise<Record<string, unknown>[]> {
  return (await harness.db.pool.query(text, [runId])).rows;
}

async function decide(harness: Harness, { runId, handle }: Started): Promise<void> {
  await waitFor('the outcome to be unknown', async () => {
    return (
      (await rows(harness, "SELECT 1 FROM effects WHERE run_id = $1 AND state = 'unknown'", runId)).length ===
      1
    );
  });
  const stored = JSON.stringify({ output: { ok: true, value: 'it happened' }, artifacts: [] });
  await harness.db.pool.query(
    "UPDATE effects SET state = 'applied', applied_at = now(), result = $2, resolved_by = 'recording' WHERE run_id = $1 AND state = 'unknown'",
    [runId, stored],
  );
  await handle.signal('effectResolved', '1:call_7');
}

const OPEN_EFFECT = "SELECT task_token FROM attempts WHERE run_id = $1 AND tool = 'act' AND ended_at IS NULL";

async function effectInFlight(harness: Harness, { runId }: Started): Promise<Buffer> {
  return await waitFor('the effect to be in flight', async () => {
    const [attempt] = await rows(harness, OPEN_EFFECT, runId);
    return attempt?.task_token as Buffer | undefined;
  });
}

async function cancel(harness: Harness, started: Started): Promise<void> {
  await effectInFlight(harness, started);
  await started.handle.cancel();
}

/** As the API says that a worker died: it fails the attempt and tells the workflow. */
async function die(harness: Harness, started: Started): Promise<void> {
  const token = await effectInFlight(harness, started);
  const died = ApplicationFailure.create({ type: 'WORKER_DIED', message: 'a recording', nextRetryDelay: 1 });
  await harness.client.activity.fail(token, died);
  await started.handle.signal('workerDied');
}

/** More steps than one execution holds. */
const MANY = Array.from({ length: 16 }, (_, at) => turn(call('look', { at: `${at}` })));

export const FEATURES: readonly Feature[] = [
  { name: 'plain', script: [readThenAct, finish] },
  { name: 'park-and-resolution', script: [turn(call('once', { on: 'a' }, 'call_7')), finish], act: decide },
  {
    name: 'failed-attempt',
    script: [readThenAct, finish],
    start: { faults: [{ kind: 'transient', step: 1, activity: 'act', times: 2 }] },
  },
  { name: 'failed-run', script: [finish], start: { faults: [{ kind: 'garble', step: 1, times: 2 }] } },
  { name: 'cancellation', script: [turn(call('act', { on: 'slow' })), finish], act: cancel },
  { name: 'worker-death', script: [turn(call('act', { on: 'slow' })), finish], act: die },
  { name: 'continue-as-new', script: [...MANY, finish] },
  { name: 'long-result', script: [turn(call('look', { at: 'long '.repeat(8_000) })), finish] },
];
