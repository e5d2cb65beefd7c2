import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { cancelled, complete, createHandWorker, fail, type HandWorker } from './support/hand-worker.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent, insertAttempt, insertRunRow, insertWorker } from './support/rows.ts';

let api: Harness;
let worker: HandWorker;
before(async () => {
  api = await createHarness();
  await insertAgent(api.database.pool);
  await api.runtime.start();
  worker = createHandWorker(api);
});
after(async () => {
  await worker.close();
  await api.close();
});

async function startRun(): Promise<string> {
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/runs',
    payload: { agent: 'ledger', input: { documents: 1 } },
  });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().runId;
}

async function read(runId: string) {
  return (await api.app.inject(`/api/runs/${runId}`)).json();
}

function ended(runId: string) {
  return waitFor(`the end of ${runId}`, async () => {
    const run = await read(runId);
    return run.status !== 'running' && run;
  });
}

async function insertStep(runId: string, step: number, text: string): Promise<void> {
  await api.database.pool.query(
    `INSERT INTO steps (run_id, step, answered_at, text) VALUES ($1, $2, now(), $3)`,
    [runId, step, text],
  );
}

test('a completed run has the arguments of its finish call as result, within half a second', async () => {
  const runId = await startRun();
  await insertStep(runId, 1, 'done');
  await api.database.pool.query(
    `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args) VALUES ($1, 1, 'f', 0, 'finish', 'finish', '{"total":3}')`,
    [runId],
  );
  await worker.answerWorkflow(complete({ steps: 1, endedBy: 'finish' }));
  const start = performance.now();
  const run = await ended(runId);
  assert.ok(performance.now() - start < 500, `noticed after ${performance.now() - start} ms`);
  assert.equal(run.status, 'completed');
  assert.deepEqual(run.result, { total: 3 });
  assert.ok(run.endedAt >= run.startedAt);
  assert.equal(run.resumeStep, null);
});

test('a run that ends with an answer has the text of its last step as result', async () => {
  const runId = await startRun();
  await insertStep(runId, 1, 'first');
  await insertStep(runId, 2, 'forty-two');
  await worker.answerWorkflow(complete({ steps: 2, endedBy: 'answer' }));
  assert.deepEqual((await ended(runId)).result, { answer: 'forty-two' });
});

test('a failed run shows the code, the message and the raw text of its failure', async () => {
  const runId = await startRun();
  await worker.answerWorkflow(fail('GUARDRAIL', 'no usable answer', { rawText: 'Sure! Here' }));
  const run = await ended(runId);
  assert.equal(run.status, 'failed');
  assert.deepEqual(run.error, { code: 'GUARDRAIL', message: 'no usable answer', rawText: 'Sure! Here' });
});

test('no run is shown running for ever: a terminated workflow is shown terminated', async () => {
  const runId = await startRun();
  await worker.temporal.client.workflow.getHandle(runId).terminate('by an operator');
  const run = await ended(runId);
  assert.equal(run.status, 'terminated');
  assert.deepEqual(run.error, { code: 'RUN_TERMINATED', message: 'by an operator' });
});

test('cancelling twice answers the same, stops new effects, and ends as cancelled', async () => {
  const runId = await startRun();
  const cancel = () => api.app.inject({ method: 'POST', url: `/api/runs/${runId}/cancel` });
  const first = await cancel();
  const second = await cancel();
  assert.equal(first.statusCode, 202, first.body);
  assert.equal(second.statusCode, 202);
  assert.equal(second.json().cancelRequestedAt, first.json().cancelRequestedAt);
  const { rowCount } = await api.database.pool.query('SELECT FROM stopped_runs WHERE run_id = $1', [runId]);
  assert.equal(rowCount, 1);
  await worker.answerWorkflow(cancelled());
  assert.equal((await ended(runId)).status, 'cancelled');
  assert.equal((await cancel()).statusCode, 202, 'a repeated request is not an error');
});

test('a run that has ended otherwise cannot be cancelled: 409 says how it ended', async () => {
  const runId = await startRun();
  await worker.answerWorkflow(complete({ steps: 1, endedBy: 'answer' }));
  await ended(runId);
  const response = await api.app.inject({ method: 'POST', url: `/api/runs/${runId}/cancel` });
  assert.equal(response.statusCode, 409);
  assert.equal(response.json().code, 'RUN_CLOSED');
  assert.match(response.json().detail, /the run is completed/);
});

test('restarts a run whose row was written but whose workflow was never started', async () => {
  const runId = `never-started-${Date.now()}`;
  await insertRunRow(api.database.pool, runId, { ageSeconds: 30 });
  await worker.answerWorkflow(complete({ steps: 1, endedBy: 'answer' }));
  assert.equal((await ended(runId)).status, 'completed');
});

test('a run that was cancelled before it was ever started ends as cancelled and never starts', async () => {
  const runId = `cancelled-early-${Date.now()}`;
  await api.database.pool.query(
    `INSERT INTO runs (run_id, agent, input, budgets, started_at, cancel_requested_at)
     VALUES ($1, 'ledger', '{}', '{}', now() - interval '1 minute', now())`,
    [runId],
  );
  await waitFor('the end', async () => {
    const { rows } = await api.database.pool.query('SELECT status FROM runs WHERE run_id = $1', [runId]);
    return rows[0].status === 'cancelled';
  });
});

test('a run that had begun and that Temporal has forgotten is shown terminated, not started again', async () => {
  const { pool } = api.database;
  const runId = `forgotten-${Date.now()}`;
  const workerId = await insertWorker(pool);
  await insertRunRow(pool, runId);
  await insertAttempt(pool, { runId, step: 1, attempt: 1, workerId, outcome: 'completed' });
  const run = await ended(runId);
  assert.equal(run.status, 'terminated');
  assert.equal(run.error.code, 'RUN_LOST');
});

test('two replicas that see the same end write it once', async () => {
  const second = await api.another();
  await second.start();
  const runId = await startRun();
  await worker.answerWorkflow(complete({ steps: 1, endedBy: 'answer' }));
  const run = await ended(runId);
  const { rows } = await api.database.pool.query(
    `SELECT count(*)::int AS updates FROM run_events WHERE run_id = $1 AND kind = 'run'`,
    [runId],
  );
  assert.equal(run.status, 'completed');
  assert.equal(rows[0].updates, 2, 'one event for the insert, one for the end');
});
