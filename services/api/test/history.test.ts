import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { HistoryView } from '@checkpoint/contracts/api';
import { readHistory } from '../src/temporal/history.ts';
import { complete, continued, createHandWorker, type HandWorker } from './support/hand-worker.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent } from './support/rows.ts';

let api: Harness;
let worker: HandWorker;
let runId: string;
before(async () => {
  api = await createHarness();
  await insertAgent(api.database.pool);
  worker = createHandWorker(api);
  const payload = { agent: 'ledger', input: { documents: 1 } };
  runId = (await api.app.inject({ method: 'POST', url: '/api/runs', payload })).json().runId;
  const { taskQueue } = api.config.temporal;
  await worker.answerWorkflow(continued(taskQueue, { runId, maxSteps: 200, firstStep: 50 }));
  await worker.answerWorkflow(continued(taskQueue, { runId, maxSteps: 200, firstStep: 100 }));
  await worker.answerWorkflow(complete({ steps: 120, endedBy: 'answer' }));
});
after(async () => {
  await worker.close();
  await api.close();
});

test('the history of a run that continued as new shows every execution, in order', async () => {
  const history: HistoryView = (await api.app.inject(`/api/runs/${runId}/history`)).json();
  const { executions, events } = history;
  assert.equal(history.complete, true);
  assert.equal(executions.length, 3);
  assert.equal(new Set(executions.map(({ executionId }) => executionId)).size, 3);
  const started = events.filter(({ type }) => type === 'WorkflowExecutionStarted');
  assert.deepEqual(
    started.map(({ executionId }) => executionId),
    executions.map(({ executionId }) => executionId),
  );
  const inputs = started.map(({ attributes }) => (attributes as { input: { payloads: object[] } }).input);
  assert.deepEqual(
    inputs.map(({ payloads }) => (payloads[0] as { firstStep: number }).firstStep),
    [1, 50, 100],
  );
  const ends = events.filter(({ type }) => /Continued|Completed$/.test(type) && !/Task/.test(type));
  assert.deepEqual(
    ends.map(({ type }) => type),
    ['WorkflowExecutionContinuedAsNew', 'WorkflowExecutionContinuedAsNew', 'WorkflowExecutionCompleted'],
  );
  assert.equal(
    events.length,
    executions.reduce((sum, execution) => sum + execution.events, 0),
  );
  assert.deepEqual(
    events.map(({ at }) => at),
    events.map(({ at }) => at).toSorted(),
  );
});

test('a history with too many events leaves out its oldest executions, and says so', async () => {
  const all = await readHistory(worker.temporal, runId);
  const last = all.executions.at(-1);
  const cut = await readHistory(worker.temporal, runId, last?.events);
  assert.equal(cut.complete, false);
  assert.deepEqual(cut.executions, [last]);
});
