/** A worker dies in the middle of a workflow task: on a real Temporal, whose history tells how the task ended. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BUFFERED_EVENTS_LIMIT } from '@checkpoint/contracts';
import { createLogger } from '@checkpoint/telemetry';
import protos from '@temporalio/proto';
import { createUndertaker, type Undertaker } from '../src/recovery/undertaker.ts';
import { createUnblocker } from '../src/recovery/workflow-task.ts';
import { createHandWorker, type HandWorker } from './support/hand-worker.ts';
import { createHarness, type Harness } from './support/harness.ts';
import { insertAgent, insertAttempt, insertWorker } from './support/rows.ts';

const { EventType, WorkflowTaskFailedCause } = protos.temporal.api.enums.v1;
const { EVENT_TYPE_WORKFLOW_TASK_FAILED: FAILED, EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT: TIMED_OUT } = EventType;

let api: Harness;
let hand: HandWorker;
const log = createLogger({ service: 'test', level: process.env.TEST_LOG_LEVEL ?? 'silent' });
const opened: Undertaker[] = [];

before(async () => {
  api = await createHarness();
  await insertAgent(api.database.pool);
  hand = createHandWorker(api);
});
after(async () => {
  await Promise.all(opened.map((undertaker) => undertaker.stop()));
  await hand.close();
  await api.close();
});

function undertaker(bufferedEventsLimit: number | undefined): Undertaker {
  const temporal = { ...hand.temporal, bufferedEventsLimit };
  const made = createUndertaker({
    db: api.database.pool,
    temporal,
    log,
    replica: `replica-${opened.length}`,
  });
  opened.push(made);
  return made;
}

/** A run whose workflow task was taken by a worker that is about to die. `known`: a row tells that it worked on the run. */
async function interrupted({ known }: { known: boolean }) {
  const { pool } = api.database;
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/runs',
    payload: { agent: 'ledger', input: { documents: 1 } },
  });
  const { runId } = response.json();
  const workerId = await insertWorker(pool);
  if (known) {
    const token = Buffer.from(`answered-${runId}`);
    await insertAttempt(pool, { runId, step: 1, attempt: 1, workerId, token });
    await pool.query(`UPDATE attempts SET ended_at = now(), outcome = 'completed' WHERE run_id = $1`, [
      runId,
    ]);
  }
  const task = await hand.takeWorkflow();
  assert.deepEqual([task.workflowId, task.attempt], [runId, 1]);
  return { runId, workerId };
}

/** How each workflow task of the run ended that did not complete. */
async function unhappyEnds(runId: string): Promise<(string | null | undefined)[]> {
  const { events } = await hand.temporal.client.workflow.getHandle(runId).fetchHistory();
  return (events ?? [])
    .filter(({ eventType }) => eventType === FAILED || eventType === TIMED_OUT)
    .map((event) =>
      event.eventType === TIMED_OUT
        ? 'timed out'
        : WorkflowTaskFailedCause[event.workflowTaskFailedEventAttributes?.cause ?? 0],
    );
}

async function finish(runId: string): Promise<void> {
  await hand.temporal.client.workflow.getHandle(runId).terminate('the test is over');
}

const FORCED = 'WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND';

test('a workflow task that went down with a worker is failed at once, and another worker gets it', async () => {
  const { runId, workerId } = await interrupted({ known: true });
  const next = hand.takeWorkflow();
  await undertaker(BUFFERED_EVENTS_LIMIT).bury({ workerId, evidence: 'exit' });
  assert.equal((await next).workflowId, runId);
  assert.deepEqual(await unhappyEnds(runId), [FORCED]);
  await finish(runId);
});

test('a sweep finds it although no row tells that the worker ever held the run', async () => {
  const { runId, workerId } = await interrupted({ known: false });
  const next = hand.takeWorkflow();
  await undertaker(BUFFERED_EVENTS_LIMIT).bury({ workerId, evidence: 'exit' });
  assert.equal((await next).workflowId, runId);
  assert.deepEqual(await unhappyEnds(runId), [FORCED]);
  await finish(runId);
});

test('one death fails one task of a run: its retry, taken at once, is left alone by later sweeps', async () => {
  const { runId } = await interrupted({ known: true });
  const temporal = { ...hand.temporal, bufferedEventsLimit: BUFFERED_EVENTS_LIMIT };
  const unblocker = createUnblocker({ temporal, log });
  const deadMs = Date.now();
  assert.equal(await unblocker.look(runId, deadMs), true);
  await hand.takeWorkflow();
  assert.equal(await unblocker.look(runId, deadMs), false);
  assert.deepEqual(await unhappyEnds(runId), [FORCED]);
  await finish(runId);
});

test('what stays below the limit of the server fails nothing: the task times out', async () => {
  const { runId, workerId } = await interrupted({ known: true });
  const next = hand.takeWorkflow();
  await undertaker(BUFFERED_EVENTS_LIMIT / 2).bury({ workerId, evidence: 'exit' });
  assert.equal((await next).workflowId, runId);
  assert.deepEqual(await unhappyEnds(runId), ['timed out']);
  await finish(runId);
});

test('where the limit of the server is not known, the task times out after two seconds', async () => {
  const { runId, workerId } = await interrupted({ known: true });
  const next = hand.takeWorkflow();
  await undertaker(undefined).bury({ workerId, evidence: 'exit' });
  assert.equal((await next).workflowId, runId);
  assert.deepEqual(await unhappyEnds(runId), ['timed out']);
  await finish(runId);
});
