/** The agent loop on a real Temporal server and a real Postgres, with a worker in this process. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { ApplicationFailure, CancelledFailure, WorkflowFailedError } from '@temporalio/client';
import { call, type Recorded, scriptedAgent, turn } from './fixtures/agents.ts';
import { createHarness, type Harness } from './fixtures/harness.ts';

let harness: Harness;
let worker: { stop(): Promise<void> } | undefined;
before(async () => {
  harness = await createHarness();
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
after(() => harness.close());

async function workWith(...script: Parameters<typeof scriptedAgent>[0]): Promise<Recorded> {
  const recorded: Recorded = { events: [], answers: 0 };
  worker = await harness.work(scriptedAgent(script, recorded));
  return recorded;
}

async function failureOf(result: Promise<unknown>): Promise<ApplicationFailure | CancelledFailure> {
  const error = await result.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof WorkflowFailedError, String(error));
  const cause = error.cause;
  const inner = cause instanceof Error && cause.cause instanceof ApplicationFailure ? cause.cause : cause;
  assert.ok(inner instanceof ApplicationFailure || inner instanceof CancelledFailure);
  return inner;
}

async function rows(text: string, runId: string): Promise<Record<string, unknown>[]> {
  return (await harness.db.pool.query(text, [runId])).rows;
}

test('reads before it acts inside a step, goes from step to step, and ends when the model finishes', async () => {
  const recorded = await workWith(
    turn(call('act', { on: 'a' }), call('look', { at: 'b' })),
    turn(call('finish', { summary: 'all done' })),
  );
  const { runId, handle } = await harness.start();
  assert.deepEqual(await handle.result(), { steps: 2, endedBy: 'finish' });
  assert.deepEqual(recorded.events, ['model 1 saw 1', 'look b', 'act a', 'model 2 saw 4']);
  const steps = await rows(
    'SELECT step, provider, model, answered_at IS NOT NULL AS answered FROM steps WHERE run_id = $1 ORDER BY step',
    runId,
  );
  assert.deepEqual(
    steps,
    [1, 2].map((step) => ({ step, provider: 'offline', model: 'scripted-rules', answered: true })),
  );
  const attempts = await rows('SELECT DISTINCT attempt, outcome FROM attempts WHERE run_id = $1', runId);
  assert.deepEqual(attempts, [{ attempt: 1, outcome: 'completed' }]);
});

test('does not honour a finish beside a call that went wrong: the model hears of it first', async () => {
  const recorded = await workWith(
    turn(call('act', { on: 'refused' }), call('finish', { summary: 'too early' })),
    turn(call('finish', { summary: 'now' })),
  );
  const { handle } = await harness.start();
  assert.deepEqual(await handle.result(), { steps: 2, endedBy: 'finish' });
  assert.deepEqual(recorded.events.at(-1), 'model 2 saw 4');
});

test('retries a transient failure and applies the effect once', async () => {
  const recorded = await workWith(turn(call('act', { on: 'a' }), call('finish', { summary: 'x' })));
  const faults = [
    { kind: 'transient', step: 1, activity: 'act', times: 2 },
    { kind: 'transient', step: 1, activity: 'model', times: 1 },
  ] as const;
  const { runId, handle } = await harness.start({ faults });
  await handle.result();
  assert.deepEqual(recorded.events, ['model 1 saw 1', 'act a']);
  const attempts = await rows(
    'SELECT tool, max(attempt) AS attempts FROM attempts WHERE run_id = $1 GROUP BY tool ORDER BY tool',
    runId,
  );
  assert.deepEqual(attempts, [
    { tool: 'act', attempts: 3 },
    { tool: 'model', attempts: 2 },
  ]);
});

test('mends one garbled answer by a re-prompt, and counts both calls', async () => {
  const recorded = await workWith(turn(call('finish', { summary: 'x' })));
  const { runId, handle } = await harness.start({ faults: [{ kind: 'garble', step: 1, times: 1 }] });
  assert.equal((await handle.result()).endedBy, 'finish');
  assert.equal(recorded.answers, 2);
  assert.deepEqual(await rows('SELECT reprompts FROM steps WHERE run_id = $1', runId), [{ reprompts: 1 }]);
});

test('ends in GUARDRAIL with the raw text kept when both answers are garbled', async () => {
  await workWith(turn(call('finish', { summary: 'x' })));
  const { runId, handle } = await harness.start({ faults: [{ kind: 'garble', step: 1, times: 2 }] });
  const failure = await failureOf(handle.result());
  assert.ok(failure instanceof ApplicationFailure);
  assert.equal(failure.type, 'GUARDRAIL');
  const [step] = await rows(
    "SELECT error->>'code' AS code, error->>'rawText' AS raw FROM steps WHERE run_id = $1",
    runId,
  );
  assert.equal(step?.code, 'GUARDRAIL');
  assert.match(String(step?.raw), /garbled/);
});

test('fails with BUDGET_EXCEEDED when a further step would go over the budget of steps', async () => {
  await workWith(
    turn(call('look', { at: '1' })),
    turn(call('look', { at: '2' })),
    turn(call('look', { at: '3' })),
  );
  const { handle } = await harness.start({ budgets: { maxSteps: 2 } });
  const failure = await failureOf(handle.result());
  assert.ok(failure instanceof ApplicationFailure);
  assert.equal(failure.type, 'BUDGET_EXCEEDED');
});

test('a cancelled run lets the effect in flight settle, begins no other, and ends as cancelled', async () => {
  const recorded = await workWith(turn(call('act', { on: 'slow' })), turn(call('act', { on: 'never' })));
  const { runId, handle } = await harness.start();
  await waitFor('the slow effect to be in flight', () => recorded.events.includes('act slow'));
  await handle.cancel();
  assert.ok((await failureOf(handle.result())) instanceof CancelledFailure);
  assert.deepEqual(await rows("SELECT state FROM effects WHERE run_id = $1 AND tool = 'act'", runId), [
    { state: 'applied' },
  ]);
  assert.ok(!recorded.events.includes('act never'));
  assert.ok(!recorded.events.includes('aborted'));
});

test('a cancelled run whose worker dies ends as cancelled, not as failed', async () => {
  const recorded = await workWith(turn(call('act', { on: 'slow' })));
  const { runId, handle } = await harness.start();
  await waitFor('the effect to be in flight', () => recorded.events.includes('act slow'));
  await handle.cancel();
  await waitFor('Temporal to ask the activity to stop', async () => {
    const { events } = await handle.fetchHistory();
    return events?.some((event) => event.activityTaskCancelRequestedEventAttributes);
  });
  const [attempt] = await rows("SELECT task_token FROM attempts WHERE run_id = $1 AND tool = 'act'", runId);
  const died = ApplicationFailure.create({
    type: 'WORKER_DIED',
    message: 'as the API says it',
    nextRetryDelay: 1,
  });
  await harness.client.activity.fail(attempt?.task_token as Buffer, died);
  assert.ok((await failureOf(handle.result())) instanceof CancelledFailure);
});

test('an unknown outcome parks the run, and the run goes on when a person has decided', async () => {
  await workWith(turn(call('once', { on: 'a' }, 'call_7')), turn(call('finish', { summary: 'x' })));
  const { runId, handle } = await harness.start();
  await waitFor('the outcome to be unknown', async () => {
    return (await rows("SELECT 1 FROM effects WHERE run_id = $1 AND state = 'unknown'", runId)).length === 1;
  });
  const stored = JSON.stringify({ output: { ok: true, value: 'it happened' }, artifacts: [] });
  await harness.db.pool.query(
    "UPDATE effects SET state = 'applied', applied_at = now(), result = $2, resolved_by = 'test' WHERE run_id = $1 AND state = 'unknown'",
    [runId, stored],
  );
  await handle.signal('effectResolved', '1:call_7');
  assert.deepEqual(await handle.result(), { steps: 2, endedBy: 'finish' });
});

test('grows history by a few hundred bytes a step, whatever the conversation holds', async () => {
  const long = 'x'.repeat(20_000);
  const script = Array.from({ length: 8 }, (_, n) => turn(call('look', { at: `${n} ${long}` })));
  await workWith(...script, turn(call('finish', { summary: 'x' })));
  const { handle } = await harness.start();
  await handle.result();
  const { raw } = await handle.describe();
  const bytes = Number(raw.workflowExecutionInfo?.historySizeBytes);
  assert.ok(bytes / 9 < 2_500, `${Math.round(bytes / 9)} bytes a step`);
});
