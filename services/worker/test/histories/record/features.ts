import type { Agent } from '@checkpoint/agent';
import { waitFor } from '@checkpoint/testing';
import { ApplicationFailure } from '@temporalio/client';
import { call, turn } from '../../fixtures/agents.ts';
import { gatedAgent, nothingSeen } from '../../fixtures/gated.ts';
import type { Harness, Started } from '../../fixtures/harness.ts';

/** One way that a run can go, and how a test makes it go that way. */
export interface Feature {
  readonly name: string;
  readonly script: Parameters<typeof import('../../fixtures/agents.ts').scriptedAgent>[0];
  /** Other tools than those of `scriptedAgent`. */
  readonly agent?: (script: Feature['script']) => Agent;
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

const asking = (script: Feature['script']): Agent =>
  gatedAgent(script, nothingSeen(), { approval: { when: 'always', risk: 'low', expiresInMs: 3_600_000 } });
const soonOver = (script: Feature['script']): Agent =>
  gatedAgent(script, nothingSeen(), { approval: { when: 'always', risk: 'low', expiresInMs: 1_000 } });

/** As the API stores a decision and tells the run of it; the second of two questions first. */
async function approve(harness: Harness, { runId, handle }: Started): Promise<void> {
  await waitFor('both questions', async () => {
    return (
      (await rows(harness, "SELECT FROM approvals WHERE run_id = $1 AND state = 'waiting'", runId)).length ===
      2
    );
  });
  for (const id of ['call_8', 'call_7']) {
    await harness.db.pool.query(
      `UPDATE approvals SET state = 'approved', decided_at = now(), decided_by = 'recording', decided_via = 'token'
       WHERE run_id = $1 AND tool_use_id = $2`,
      [runId, id],
    );
    await handle.signal('approvalDecided', `1:${id}`);
  }
}

const pay = (id: string) => call('pay', { to: 'ann', cents: 1 }, id);

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
  { name: 'approvals', script: [turn(pay('call_7'), pay('call_8')), finish], agent: asking, act: approve },
  { name: 'approval-expired', script: [turn(pay('call_7')), finish], agent: soonOver },
  { name: 'continue-as-new', script: [...MANY, finish] },
  { name: 'long-result', script: [turn(call('look', { at: 'long '.repeat(8_000) })), finish] },
];
