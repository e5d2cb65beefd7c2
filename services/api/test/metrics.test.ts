/** What the API shows to Prometheus: read from records, so that it outlives every process and is the same in each. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { METRICS } from '@checkpoint/contracts';
import pg from 'pg';
import { createMetrics } from '../src/metrics/metrics.ts';
import { createRetention } from '../src/retention/retention.ts';
import { createHarness, type Harness } from './support/harness.ts';
import {
  certify,
  insertAttempt,
  insertEffect,
  insertRunRow,
  insertUnknown,
  insertWorker,
} from './support/rows.ts';

/** Shown by workers and by the witness. */
const OF_OTHERS: readonly string[] = [
  METRICS.journalWriteSeconds,
  METRICS.journalErrorsTotal,
  METRICS.workerInfo,
  METRICS.witnessArrivalsTotal,
  METRICS.witnessApplicationsTotal,
  METRICS.witnessWatched,
];
const OURS = Object.values({ ...METRICS, ...METRICS.pgPool, pgPool: METRICS.pgPool.total }).filter(
  (name) => !OF_OTHERS.includes(name),
);

let api: Harness;
before(async () => {
  api = await createHarness();
});
after(() => api.close());

async function scrape(app: Pick<Harness['app'], 'inject'> = api.app): Promise<string> {
  const response = await app.inject('/metrics');
  assert.equal(response.statusCode, 200, response.body);
  return response.body;
}

/** Lines of what is counted from records: not of this process, and without ages, which go on by themselves. */
function fromRecords(text: string): string[] {
  const ofProcess = new RegExp(`^(#|$|nodejs_|process_|${Object.values(METRICS.pgPool).join('|')})`);
  return text.split('\n').filter((line) => !ofProcess.test(line) && !line.includes('oldest_seconds'));
}

test('on an empty database each series is there and zero: the first event then raises it instead of making it', async () => {
  const text = await scrape();
  const absent = OURS.filter((name) => !new RegExp(`^${name}(_count)?(\\{.*\\})? \\d`, 'm').test(text));
  assert.deepEqual(absent, []);
  const raised = fromRecords(text).filter((line) => !line.endsWith(' 0'));
  assert.deepEqual(raised, []);
  assert.match(text, /^checkpoint_effect_duplicates_total\{tool="",detector="journal"\} 0$/m);
  for (const cause of ['exit', 'pod_deleted', 'lease_ended']) {
    assert.match(text, new RegExp(`^checkpoint_resume_latency_seconds_count\\{cause="${cause}"\\} 0$`, 'm'));
  }
});

test('a scrape leaves the connections to those who wait for an answer', async () => {
  const most = { waiting: 0, busy: 0 };
  const pool = new pg.Pool({ connectionString: api.database.url, max: 12 });
  const registry = createMetrics(pool);
  pool.on('acquire', () => {
    most.busy = Math.max(most.busy, pool.totalCount - pool.idleCount);
    most.waiting = Math.max(most.waiting, pool.waitingCount);
  });
  await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()]);
  await pool.end();
  assert.ok(most.busy > 0 && most.busy <= 2, `${most.busy} connections at once`);
  assert.equal(most.waiting, 0);
});

test('a tool that workers announced is at zero before its first effect, for each outcome', async () => {
  await api.database.pool.query(
    `INSERT INTO agents (name, description, input_schema, effect_tools, build_id)
     VALUES ('ledger', 'Keeps a ledger.', '{}', '{send_mail,write_note}', 'test')`,
  );
  const text = await scrape();
  for (const tool of ['send_mail', 'write_note']) {
    assert.match(
      text,
      new RegExp(`^checkpoint_effect_duplicates_total\\{tool="${tool}",detector="journal"\\} 0$`, 'm'),
    );
    for (const outcome of ['applied', 'from_journal', 'rejected', 'fenced', 'unknown']) {
      assert.match(
        text,
        new RegExp(`^checkpoint_effects_total\\{tool="${tool}",outcome="${outcome}"\\} 0$`, 'm'),
      );
    }
  }
  assert.doesNotMatch(text, /tool=""/);
});

async function resumedRun(): Promise<void> {
  const { pool } = api.database;
  const dead = await insertWorker(pool);
  const heir = await insertWorker(pool);
  await insertRunRow(pool, 'run-1');
  await insertAttempt(pool, {
    runId: 'run-1',
    step: 1,
    attempt: 1,
    workerId: dead,
    outcome: 'died',
    startedAt: -10,
  });
  await certify(pool, dead, -5);
  await insertAttempt(pool, { runId: 'run-1', step: 1, attempt: 2, workerId: heir, startedAt: -4.75 });
  await insertEffect(pool, { runId: 'run-1', step: 1, id: 'call_1', workerId: heir, state: 'applied' });
  await pool.query(
    `INSERT INTO steps (run_id, step, answered_at, provider, model, input_tokens, output_tokens, cost_usd)
     VALUES ('run-1', 1, now(), 'offline', 'rules', 120, 30, 0.25)`,
  );
}

test('a second replica, and one that starts later, show the same counts: nothing is forgotten, nothing added', async () => {
  await resumedRun();
  const first = fromRecords(await scrape());
  const second = await api.another();
  assert.deepEqual(fromRecords(await scrape(second.app)), first);
  await second.stop();
  const third = await api.another();
  assert.deepEqual(fromRecords(await scrape(third.app)), first);

  const has = (line: string) => assert.ok(first.includes(line), `${line}\nis not in\n${first.join('\n')}`);
  has('checkpoint_resume_latency_seconds_bucket{cause="exit",le="0.2"} 0');
  has('checkpoint_resume_latency_seconds_bucket{cause="exit",le="0.3"} 1');
  has('checkpoint_resume_latency_seconds_count{cause="exit"} 1');
  has('checkpoint_worker_deaths_total{cause="exit"} 1');
  has('checkpoint_effects_total{tool="send_mail",outcome="applied"} 1');
  has('checkpoint_model_tokens_total{provider="offline",model="rules",type="input"} 120');
  has('checkpoint_model_cost_usd_total{provider="offline",model="rules"} 0.25');
  has('checkpoint_runs_total{status="running"} 1');
  has('checkpoint_runs_open 1');
});

test('a run that ends stays counted as one that ran, so that no counter falls', async () => {
  const { pool } = api.database;
  await pool.query(`UPDATE runs SET status = 'completed', ended_at = now() WHERE run_id = 'run-1'`);
  const text = await scrape();
  assert.match(text, /^checkpoint_runs_total\{status="running"\} 1$/m);
  assert.match(text, /^checkpoint_runs_total\{status="completed"\} 1$/m);
  assert.match(text, /^checkpoint_runs_open 0$/m);
});

/** A decided outcome, a fenced attempt and a duplicate, long ago, of a run that has ended. */
async function longAgo(): Promise<void> {
  const { pool } = api.database;
  const worker = await insertWorker(pool);
  await insertRunRow(pool, 'old-1', { ageSeconds: 90 * 86_400 });
  await insertUnknown(pool, { runId: 'old-1', workerId: worker, since: -80 * 86_400 });
  await pool.query(
    `UPDATE runs SET status = 'completed', ended_at = now() - interval '70 days' WHERE run_id = 'old-1';
     UPDATE effects SET intended_at = now() - interval '80 days', epoch = 4 WHERE run_id = 'old-1';
     INSERT INTO effect_attempts (key, epoch, worker_id, started_at, deadline_at, ended_at, outcome)
     SELECT e.key, a.epoch, e.worker_id, t, t, t, a.outcome
     FROM effects e, (SELECT now() - interval '79 days' AS t) time,
          (VALUES (2, 'applied'), (3, 'applied'), (4, 'fenced')) AS a (epoch, outcome) WHERE e.run_id = 'old-1';`,
  );
}

test('no counter falls: not when a person decides, and not when retention removes what was counted', async () => {
  const { pool } = api.database;
  await longAgo();
  const counters = async () =>
    fromRecords(await scrape()).filter((line) => /_(total|count|sum|bucket)\{?/.test(line));
  const before = await counters();
  for (const line of [
    'checkpoint_effects_total{tool="send_mail",outcome="unknown"} 1',
    'checkpoint_effects_total{tool="send_mail",outcome="superseded"} 1',
    'checkpoint_effects_total{tool="send_mail",outcome="fenced"} 1',
    'checkpoint_effect_duplicates_total{tool="send_mail",detector="journal"} 1',
    'checkpoint_effect_unknown_total 1',
  ]) {
    assert.ok(before.includes(line), `${line}\nis not in\n${before.join('\n')}`);
  }
  await pool.query(
    `UPDATE effects SET state = 'applied', result = '{}', applied_at = now() - interval '78 days' WHERE run_id = 'old-1'`,
  );
  const decided = await counters();
  const applied = (lines: string[]) => lines.filter((line) => line.includes('outcome="applied"'));
  assert.deepEqual(
    decided.filter((line) => !line.includes('outcome="applied"')),
    before.filter((line) => !line.includes('outcome="applied"')),
  );
  assert.notDeepEqual(applied(decided), applied(before));

  // Two replicas at once: what is removed once is counted once.
  const removals = await Promise.all([createRetention(pool, 30).turn(), createRetention(pool, 30).turn()]);
  assert.equal(removals[0].effects + removals[1].effects, 1);
  assert.deepEqual(await counters(), decided);
});

test('with a port of their own, metrics are there and no longer at the product’s port', async () => {
  const port = await freePort();
  const apart = await api.another({ metricsPort: port, fleet: { kind: 'none' } });
  await apart.start();
  assert.equal((await apart.app.inject('/metrics')).statusCode, 404);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.match(await response.text(), /^checkpoint_runs_total\{status="running"\} [1-9]/m);
  await apart.stop();
  await assert.rejects(fetch(`http://127.0.0.1:${port}/metrics`));
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}
