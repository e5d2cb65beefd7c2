import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EFFECT_RESOLVED_SIGNAL } from '@checkpoint/contracts';
import type { HistoryView } from '@checkpoint/contracts/api';
import { resolveUnknown } from '@checkpoint/journal';
import { waitFor } from '@checkpoint/testing';
import { signalDecisions } from '../src/inbox/signals.ts';
import type { Runtime } from '../src/runtime.ts';
import { openTemporal } from '../src/temporal/client.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent, insertUnknown, insertWorker } from './support/rows.ts';

/** No worker is ever up here: what is shown is shown without one. */
let api: Harness;
/** An API that cannot reach Temporal. */
let cutOff: Runtime;
let workerId: string;
before(async () => {
  api = await createHarness();
  cutOff = await api.another({ temporal: { ...api.config.temporal, address: '127.0.0.1:1' } });
  await insertAgent(api.database.pool);
  workerId = await insertWorker(api.database.pool);
});
after(() => api.close());

/** A run that Temporal runs, with an unknown outcome. */
async function waitingRun(): Promise<{ runId: string; key: string }> {
  const payload = { agent: 'ledger', input: { documents: 1 } };
  const { runId } = (await api.app.inject({ method: 'POST', url: '/api/runs', payload })).json();
  return { runId, key: await insertUnknown(api.database.pool, { runId, workerId }) };
}

async function decide(key: string, app: Runtime['app'] = api.app): Promise<void> {
  const payload = { decision: { kind: 'did_not_happen' }, by: 'ann' };
  const response = await app.inject({ method: 'POST', url: `/api/effects/${key}/resolution`, payload });
  assert.equal(response.statusCode, 200, response.body);
}

/** The arguments of the signals that Temporal has recorded for the run. */
async function signalled(runId: string): Promise<unknown[]> {
  const { events }: HistoryView = (await api.app.inject(`/api/runs/${runId}/history`)).json();
  return events
    .filter(({ type }) => type === 'WorkflowExecutionSignaled')
    .map(({ attributes }) => {
      const { signalName, input } = attributes as { signalName: string; input: { payloads: unknown[] } };
      assert.equal(signalName, EFFECT_RESOLVED_SIGNAL);
      return input.payloads[0];
    });
}

interface Queued {
  readonly times: number;
  readonly again_in: number;
}

async function queued(runId: string): Promise<Queued[]> {
  const { rows } = await api.database.pool.query<Queued>(
    'SELECT times, extract(epoch FROM next_at - now())::float8 AS again_in FROM decision_signals WHERE run_id = $1',
    [runId],
  );
  return rows;
}

const due = (runId: string) =>
  api.database.pool.query('UPDATE decision_signals SET next_at = now() WHERE run_id = $1', [runId]);

function parts() {
  const temporal = openTemporal({ ...api.config.temporal, identity: 'test' });
  return { db: api.database.pool, temporal, log: api.log };
}

test('with no worker up a decision is stored, and Temporal has its signal before the answer', async () => {
  const { runId, key } = await waitingRun();
  await decide(key);
  assert.deepEqual(await signalled(runId), ['1:call_1']);
});

test('with Temporal away a decision is stored and answered, and a sweep sends the signal later', async () => {
  const { runId, key } = await waitingRun();
  await decide(key, cutOff.app);
  assert.deepEqual(await signalled(runId), []);
  assert.equal((await queued(runId))[0]?.times, 0);
  await api.runtime.start();
  await waitFor('the sweep to send the signal', async () => (await signalled(runId)).length === 1);
  assert.deepEqual(await signalled(runId), ['1:call_1']);
});

test('a decision that a crash cut off from its signal is signalled by the sweep', async () => {
  const { runId, key } = await waitingRun();
  // What the journal commits, without the API process that would have gone on.
  await resolveUnknown(api.database.pool, { key, decision: { kind: 'give_up', reason: 'x' }, by: 'ann' });
  await waitFor('the sweep to send the signal', async () => (await signalled(runId)).length === 1);
});

test('two replicas that sweep at once send one signal, and repeat it ever more rarely', async () => {
  const { runId, key } = await waitingRun();
  await decide(key);
  assert.ok(((await queued(runId))[0]?.again_in ?? 0) > 55);
  await due(runId);
  const [one, two] = [parts(), parts()];
  await Promise.all([signalDecisions(one), signalDecisions(two)]);
  await waitFor('the repetition', async () => (await queued(runId))[0]?.times === 2);
  assert.equal((await signalled(runId)).length, 2);
  assert.ok(((await queued(runId))[0]?.again_in ?? 0) > 115);
  await Promise.all([one, two].map(({ temporal }) => temporal.connection.close()));
});

test('a signal is forgotten once the call has its output, and once its run has ended', async () => {
  const { pool } = api.database;
  const answered = await waitingRun();
  await decide(answered.key);
  await pool.query('INSERT INTO steps (run_id, step) VALUES ($1, 1)', [answered.runId]);
  await pool.query(
    `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args, output)
     VALUES ($1, 1, 'call_1', 0, 'send_mail', 'effect', '{}', '{"ok":true,"value":1}')`,
    [answered.runId],
  );
  const ended = await waitingRun();
  await decide(ended.key, cutOff.app);
  await pool.query(`UPDATE runs SET status = 'failed', ended_at = now() WHERE run_id = $1`, [ended.runId]);
  for (const { runId } of [answered, ended]) {
    await waitFor('the signal to be forgotten', async () => (await queued(runId)).length === 0);
  }
});

test('a decision about an effect of a run that has ended is stored and needs no signal', async () => {
  const { runId, key } = await waitingRun();
  await api.database.pool.query(`UPDATE runs SET status = 'cancelled', ended_at = now() WHERE run_id = $1`, [
    runId,
  ]);
  await decide(key);
  assert.deepEqual(await queued(runId), []);
  assert.deepEqual(await signalled(runId), []);
});
