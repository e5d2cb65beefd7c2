import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLogger } from '@checkpoint/telemetry';
import { waitFor } from '@checkpoint/testing';
import { createUndertaker, type Undertaker } from '../src/recovery/undertaker.ts';
import { openTemporal } from '../src/temporal/client.ts';
import { createHandWorker, type HandWorker, schedule } from './support/hand-worker.ts';
import { createHarness, type Harness } from './support/harness.ts';
import {
  certify,
  insertAgent,
  insertAttempt,
  insertEffect,
  insertRunRow,
  insertWorker,
} from './support/rows.ts';

/** Far longer than any test: what is seen to start again was released, not timed out. */
const HEARTBEAT_SECONDS = 300;

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

function undertaker(temporal = hand.temporal): Undertaker {
  const made = createUndertaker({
    db: api.database.pool,
    temporal,
    log,
    replica: `replica-${opened.length}`,
  });
  opened.push(made);
  return made;
}

/** A run whose model call was taken by a worker that is about to die. */
async function interrupted(options: { recorded: boolean }) {
  const { pool } = api.database;
  const response = await api.app.inject({
    method: 'POST',
    url: '/api/runs',
    payload: { agent: 'ledger', input: { documents: 1 } },
  });
  const { runId } = response.json();
  const workerId = await insertWorker(pool);
  await hand.answerWorkflow(schedule(api.config.temporal.taskQueue, HEARTBEAT_SECONDS));
  const task = await hand.takeActivity(workerId);
  assert.equal(task.workflowId, runId);
  if (options.recorded) {
    await insertAttempt(pool, { runId, step: 1, attempt: 1, workerId, token: task.taskToken });
  }
  return { runId, workerId };
}

async function attemptOf(runId: string) {
  const { rows } = await api.database.pool.query('SELECT outcome, ended_at FROM attempts WHERE run_id = $1', [
    runId,
  ]);
  return rows[0];
}

async function finish(runId: string): Promise<void> {
  await hand.temporal.client.workflow.getHandle(runId).terminate('the test is over');
}

test('the work of a dead worker starts again within a second, and its attempt is marked died', async () => {
  const { runId, workerId } = await interrupted({ recorded: true });
  const start = performance.now();
  const next = hand.takeActivity('other');
  await undertaker().bury({ workerId, evidence: 'exit' });
  const task = await next;
  const tookMs = performance.now() - start;
  assert.equal(task.workflowId, runId);
  assert.equal(task.attempt, 2);
  assert.ok(tookMs < 1_000, `it took ${tookMs} ms`);
  assert.equal((await attemptOf(runId)).outcome, 'died');
  await finish(runId);
});

test('each phase of a resume is stored: died, noticed, certified, released, taken up', async () => {
  const { pool } = api.database;
  const { runId, workerId } = await interrupted({ recorded: true });
  const next = hand.takeActivity('other');
  await undertaker().bury({ workerId, evidence: 'exit', noticedMsAgo: 3 });
  const task = await next;
  const other = await insertWorker(pool);
  await insertAttempt(pool, { runId, step: 1, attempt: 2, workerId: other, token: task.taskToken });
  const { rows } = await pool.query(
    `SELECT noticed_at < certified_at AS noticed_first, certified_at <= released_at AS then_released,
            released_at IS NOT NULL AS released, latency_seconds
     FROM resumes WHERE run_id = $1`,
    [runId],
  );
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0].noticed_first, rows[0].then_released, rows[0].released], [true, true, true]);
  const response = await api.app.inject({ url: '/api/resumes?limit=1' });
  const page = response.json();
  assert.equal(page.resumes[0].runId, runId);
  assert.equal(page.resumes[0].latencySeconds, rows[0].latency_seconds);
  assert.ok(page.distribution.count >= 1 && page.distribution.max >= page.distribution.p50);
  await finish(runId);
});

test('an activity whose start was lost with its worker, so that no attempt was recorded, is released too', async () => {
  const { runId, workerId } = await interrupted({ recorded: false });
  const next = hand.takeActivity('other');
  await undertaker().bury({ workerId, evidence: 'exit' });
  const task = await next;
  assert.equal(task.workflowId, runId);
  assert.equal(task.attempt, 2);
  await finish(runId);
});

test('two replicas that bury the same worker issue one certificate and cause one retry', async () => {
  const { runId, workerId } = await interrupted({ recorded: true });
  const certificates = await Promise.all(
    [undertaker(), undertaker()].map((each) => each.bury({ workerId, evidence: 'exit' })),
  );
  assert.deepEqual(certificates.map((certificate) => certificate?.first).sort(), [false, true]);
  const [one, other] = certificates;
  assert.deepEqual(one?.diedAt, other?.diedAt);
  assert.equal((await hand.takeActivity('other')).attempt, 2);
  const described = await hand.temporal.client.workflow.getHandle(runId).describe();
  assert.equal(described.raw.pendingActivities?.[0]?.attempt, 2);
  await finish(runId);
});

test('a release that a crash cut off is taken up by a sweep of another replica', async () => {
  const { runId, workerId } = await interrupted({ recorded: true });
  await certify(api.database.pool, workerId, 0);
  const next = hand.takeActivity('other');
  undertaker().start({ putDown: () => Promise.resolve(false) });
  assert.equal((await next).attempt, 2);
  await waitFor('the outcome', async () => (await attemptOf(runId)).outcome === 'died');
  await finish(runId);
});

test('while Temporal is away the certificate stands, and the attempt stays open for the sweep', async () => {
  const { runId, workerId } = await interrupted({ recorded: true });
  const away = openTemporal({ ...api.config.temporal, address: '127.0.0.1:1', identity: 'away' });
  const cutOff = undertaker(away);
  const certificate = await cutOff.bury({ workerId, evidence: 'exit' });
  assert.equal(certificate?.first, true);
  assert.equal((await attemptOf(runId)).outcome, null);
  await cutOff.stop();
  await away.connection.close();
  // The sweep of the test before this one still runs, as the sweep of a healthy replica would.
  assert.equal((await hand.takeActivity('other')).attempt, 2);
  await finish(runId);
});

test('a worker whose lease has ended is certified on that evidence, as dead since the lease’s end', async () => {
  const { pool } = api.database;
  const workerId = await insertWorker(pool, { leaseSeconds: -2 });
  const putDown: string[] = [];
  undertaker().start({
    putDown: (id) => {
      putDown.push(id);
      return Promise.resolve(true);
    },
  });
  const death = await waitFor('the certificate', async () => {
    const { rows } = await pool.query(
      `SELECT d.evidence, d.died_at = w.lease_until AS at_lease_end FROM death_certificates d JOIN workers w USING (worker_id) WHERE worker_id = $1`,
      [workerId],
    );
    return rows[0];
  });
  assert.deepEqual(death, { evidence: 'lease_ended', at_lease_end: true });
});

test('a worker that never registered is buried without a certificate', async () => {
  assert.equal(await undertaker().bury({ workerId: 'nowhere/never-2', evidence: 'exit' }), undefined);
});

test('what a stopped run left in flight on a dead worker is given up, so that its report is final', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'given-up-1');
  const workerId = await insertWorker(pool);
  const key = await insertEffect(pool, {
    runId: 'given-up-1',
    step: 1,
    id: 'call_1',
    workerId,
    state: 'intended',
  });
  await pool.query(
    `INSERT INTO effect_attempts (key, epoch, worker_id, deadline_at) VALUES ($1, 1, $2, now())`,
    [key, workerId],
  );
  await pool.query(`INSERT INTO stopped_runs (run_id, reason) VALUES ('given-up-1', 'test')`);
  await certify(pool, workerId, 0);
  await waitFor('the effect to be given up', async () => {
    const { rows } = await pool.query('SELECT state FROM effects WHERE key = $1', [key]);
    return rows[0].state === 'unknown';
  });
});
