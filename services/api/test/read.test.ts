import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createHarness, type Harness } from './support/harness.ts';
import {
  certify,
  insertAgent,
  insertAttempt,
  insertEffect,
  insertRunRow,
  insertWorker,
} from './support/rows.ts';

let api: Harness;
before(async () => {
  api = await createHarness();
  await insertAgent(api.database.pool);
});
after(() => api.close());

const get = (url: string) => api.app.inject(url);

test('pages of runs follow each other without a gap or a repetition, and carry the counts', async () => {
  for (const n of [1, 2, 3, 4, 5])
    await insertRunRow(api.database.pool, `page-${n}`, { agent: 'pager', ageSeconds: n });
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { runs: { runId: string }[]; nextCursor: string | null; counts: Record<string, number> } = (
      await get(`/api/runs?agent=pager&limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    ).json();
    ids.push(...page.runs.map((run) => run.runId));
    assert.equal(page.counts.running, 5);
    cursor = page.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(ids, ['page-1', 'page-2', 'page-3', 'page-4', 'page-5']);
});

test('a cursor that this API did not write is refused by name', async () => {
  const response = await get('/api/runs?cursor=nonsense');
  assert.equal(response.statusCode, 400);
  assert.match(response.json().detail, /querystring.cursor: got "nonsense"/);
});

test('an unknown run is 404 on every one of its addresses', async () => {
  const parts = [
    '',
    '/steps',
    '/steps/1',
    '/attempts',
    '/effects',
    '/artifacts',
    '/resumes',
    '/history',
    '/report',
    '/mail',
    '/holds',
    '/events',
  ];
  for (const part of parts) {
    const response = await get(`/api/runs/no-such-run${part}`);
    assert.equal(response.statusCode, 404, part);
    assert.equal(response.json().code, 'RUN_NOT_FOUND', part);
  }
});

test('an attempt after a death is a resume, one after a failure is not, and the run says where it goes on', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'resumed-1');
  const dead = await insertWorker(pool);
  const alive = await insertWorker(pool);
  await insertAttempt(pool, {
    runId: 'resumed-1',
    step: 1,
    attempt: 1,
    workerId: dead,
    outcome: 'failed',
    startedAt: -9,
  });
  await insertAttempt(pool, {
    runId: 'resumed-1',
    step: 1,
    attempt: 2,
    workerId: dead,
    outcome: 'completed',
    startedAt: -8,
  });
  await insertAttempt(pool, {
    runId: 'resumed-1',
    step: 2,
    attempt: 1,
    workerId: dead,
    outcome: 'died',
    startedAt: -7,
  });
  await insertAttempt(pool, {
    runId: 'resumed-1',
    step: 2,
    activity: 'call_1',
    attempt: 1,
    workerId: dead,
    outcome: 'died',
    startedAt: -6,
  });
  await certify(pool, dead, -5);
  await insertAttempt(pool, { runId: 'resumed-1', step: 2, attempt: 2, workerId: alive, startedAt: -4.8 });

  const { resumes } = (await get('/api/runs/resumed-1/resumes')).json();
  assert.equal(resumes.length, 1);
  assert.equal(resumes[0].step, 2);
  assert.equal(resumes[0].fromWorkerId, dead);
  assert.equal(resumes[0].toWorkerId, alive);
  assert.ok(Math.abs(resumes[0].latencySeconds - 0.2) < 0.05, `latency ${resumes[0].latencySeconds}`);
  const run = (await get('/api/runs/resumed-1')).json();
  assert.equal(run.resumes, 1);
  assert.equal(run.resumeStep, 2, 'call_1 of step 2 was interrupted and nobody has taken it up');
  const { attempts } = (await get('/api/runs/resumed-1/attempts')).json();
  assert.equal(attempts.length, 5);
  const died = attempts.filter((a: { workerDiedAt: string | null }) => a.workerDiedAt !== null);
  assert.equal(died.length, 2);
});

test('artifacts are served as attachments that no browser runs', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'artifact-1');
  const workerId = await insertWorker(pool);
  const key = await insertEffect(pool, {
    runId: 'artifact-1',
    step: 1,
    id: 'call_1',
    workerId,
    state: 'applied',
    artifacts: [
      { name: 'note é.md', mediaType: 'text/markdown', content: '# Größe' },
      { name: 'evil.html', mediaType: 'text/html', content: '<script>alert(1)</script>' },
    ],
  });
  const { artifacts } = (await get('/api/runs/artifact-1/artifacts')).json();
  assert.deepEqual(
    artifacts.map((a: { name: string; bytes: number }) => [a.name, a.bytes]),
    [
      ['note é.md', 9],
      ['evil.html', 25],
    ],
  );
  assert.equal(artifacts[0].effectKey, key);
  const note = await get(artifacts[0].url);
  assert.equal(note.body, '# Größe');
  assert.equal(note.headers['content-type'], 'text/markdown; charset=utf-8');
  const evil = await get(artifacts[1].url);
  assert.equal(evil.headers['content-type'], 'application/octet-stream');
  assert.equal(evil.headers['x-content-type-options'], 'nosniff');
  assert.match(String(evil.headers['content-disposition']), /^attachment; filename="?evil.html"?$/);
  assert.equal(
    (await get('/api/runs/artifact-1/artifacts/artifact-1%3A1%3Acall_1/none')).json().code,
    'ARTIFACT_NOT_FOUND',
  );
});

test('an artifact whose result was too large for the row is served from its claim', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'claim-1');
  const workerId = await insertWorker(pool);
  const body = JSON.stringify({
    artifacts: [{ name: 'big.txt', mediaType: 'text/plain', content: 'x'.repeat(9) }],
  });
  const sha256 = createHash('sha256').update(body).digest('hex');
  await pool.query('INSERT INTO claims (sha256, body) VALUES ($1, $2)', [sha256, body]);
  const key = await insertEffect(pool, {
    runId: 'claim-1',
    step: 1,
    id: 'call_1',
    workerId,
    state: 'applied',
  });
  await pool.query('UPDATE effects SET result = NULL, result_claim = $2 WHERE key = $1', [key, sha256]);
  const { artifacts } = (await get('/api/runs/claim-1/artifacts')).json();
  assert.equal(artifacts[0].bytes, 9);
  assert.equal((await get(artifacts[0].url)).body, 'xxxxxxxxx');
});

test('a sealed argument or result is shown as a secret, never as its bytes', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'sealed-1');
  await pool.query(`INSERT INTO steps (run_id, step, answered_at) VALUES ('sealed-1', 1, now())`);
  await pool.query(
    `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args, output)
     VALUES ('sealed-1', 1, 'call_1', 0, 'login', 'read', '{"user":"me","password":{"$sealed":"Zm9v"}}',
             '{"ok":true,"value":{"session":{"$sealed":"YmFy"},"of":"me"}}')`,
  );
  const step = (await get('/api/runs/sealed-1/steps/1')).json();
  assert.deepEqual(step.calls[0].args, { user: 'me', password: '[secret]' });
  assert.deepEqual(step.calls[0].output, { ok: true, value: { session: '[secret]', of: 'me' } });
});

test('effects of a run are shown with their attempts, and model calls are not among them', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'effects-1');
  const workerId = await insertWorker(pool);
  await insertEffect(pool, {
    runId: 'effects-1',
    step: 1,
    id: 'model',
    workerId,
    state: 'applied',
    kind: 'model',
  });
  const key = await insertEffect(pool, {
    runId: 'effects-1',
    step: 1,
    id: 'call_1',
    workerId,
    state: 'applied',
  });
  await pool.query(
    `INSERT INTO effect_attempts (key, epoch, worker_id, deadline_at, ended_at, outcome) VALUES ($1, 1, $2, now(), now(), 'superseded'), ($1, 2, $2, now(), now(), 'applied')`,
    [key, workerId],
  );
  const { effects } = (await get('/api/runs/effects-1/effects')).json();
  assert.equal(effects.length, 1);
  assert.equal(effects[0].effectKey, key);
  assert.deepEqual(
    effects[0].attempts.map((a: { outcome: string }) => a.outcome),
    ['superseded', 'applied'],
  );
  assert.equal(effects[0].witness, null, 'no witness is configured');
  const run = (await get('/api/runs/effects-1')).json();
  assert.equal(run.duplicates.witness, null);
  assert.equal(run.duplicates.journal, 0);
  assert.equal(run.effects.applied, 1);
});

test('two settlements under one key are counted as a duplicate by the journal', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'twice-1');
  const workerId = await insertWorker(pool);
  const key = await insertEffect(pool, {
    runId: 'twice-1',
    step: 1,
    id: 'call_1',
    workerId,
    state: 'applied',
  });
  await pool.query(
    `INSERT INTO effect_attempts (key, epoch, worker_id, deadline_at, ended_at, outcome) VALUES ($1, 1, $2, now(), now(), 'applied'), ($1, 2, $2, now(), now(), 'applied')`,
    [key, workerId],
  );
  assert.equal((await get('/api/runs/twice-1')).json().duplicates.journal, 1);
});

test('the report says what is done, undone and unknown', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'report-1');
  const workerId = await insertWorker(pool);
  await pool.query(`INSERT INTO steps (run_id, step) VALUES ('report-1', 1)`);
  for (const [ordinal, id] of ['done', 'refused', 'open', 'never'].entries()) {
    await pool.query(
      `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args) VALUES ('report-1', 1, $1, $2, 'send_mail', 'effect', '{}')`,
      [id, ordinal],
    );
  }
  await insertEffect(pool, { runId: 'report-1', step: 1, id: 'done', workerId, state: 'applied' });
  await insertEffect(pool, { runId: 'report-1', step: 1, id: 'refused', workerId, state: 'rejected' });
  await insertEffect(pool, { runId: 'report-1', step: 1, id: 'open', workerId, state: 'intended' });
  const report = (await get('/api/runs/report-1/report')).json();
  assert.deepEqual(
    report.done.map((e: { effectKey: string }) => e.effectKey),
    ['report-1:1:done'],
  );
  assert.deepEqual(
    report.unknown.map((e: { effectKey: string }) => e.effectKey),
    ['report-1:1:open'],
  );
  assert.deepEqual(
    report.undone.map((c: { toolUseId: string }) => c.toolUseId),
    ['refused', 'never'],
  );
});

test('steps show what the model said, who answered, and whether its tools are done', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'steps-1');
  await pool.query(
    `INSERT INTO steps (run_id, step, answered_at, provider, model, text, input_tokens, cost_usd, fallbacks)
     VALUES ('steps-1', 1, now(), 'offline', 'rules', 'hi', 12, 0.5, '[{"provider":"local","code":"PROVIDER_FAILED","message":"away"}]'),
            ('steps-1', 2, NULL, NULL, NULL, NULL, 0, 0, '[]')`,
  );
  await pool.query(
    `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args) VALUES ('steps-1', 1, 'call_1', 0, 'read', 'read', '{"a":1}')`,
  );
  const { steps } = (await get('/api/runs/steps-1/steps')).json();
  assert.deepEqual(
    steps.map((s: { status: string }) => s.status),
    ['acting', 'thinking'],
  );
  assert.equal(steps[0].fallbacks[0].provider, 'local');
  assert.deepEqual(steps[0].usage, { inputTokens: 12, outputTokens: 0, costUsd: 0.5 });
  await pool.query(
    `UPDATE tool_calls SET ended_at = now(), output = '{"ok":true,"value":1}' WHERE run_id = 'steps-1'`,
  );
  assert.equal((await get('/api/runs/steps-1/steps/1')).json().status, 'done');
  assert.equal((await get('/api/runs/steps-1/steps?from=2')).json().steps.length, 1);
  assert.equal((await get('/api/runs/steps-1/steps/9')).json().code, 'STEP_NOT_FOUND');
});

test('the history holds Temporal’s own events by name, with readable payloads', async () => {
  const started = await api.app.inject({
    method: 'POST',
    url: '/api/runs',
    payload: { agent: 'ledger', input: { documents: 1 } },
  });
  const { runId } = started.json();
  const { events } = (await get(`/api/runs/${runId}/history`)).json();
  assert.equal(events[0].type, 'WorkflowExecutionStarted');
  assert.equal(events[1].type, 'WorkflowTaskScheduled');
  assert.deepEqual(events[0].attributes.input.payloads, [{ runId, maxSteps: 200, firstStep: 1 }]);
  assert.equal(events[0].attributes.workflowTaskTimeout, '2s');
});

test('agents are listed with their schema, and say whether faults are allowed', async () => {
  const list = (await get('/api/agents')).json();
  assert.equal(list.faultsAllowed, true);
  assert.equal(list.agents[0].name, 'ledger');
  assert.equal(list.agents[0].inputSchema.properties.documents.maximum, 30);
});

test('workers are shown live, silent or dead, with the work they hold', async () => {
  const { pool } = api.database;
  await insertRunRow(pool, 'held-1');
  const live = await insertWorker(pool);
  const silent = await insertWorker(pool, { leaseSeconds: -1 });
  const dead = await insertWorker(pool);
  await certify(pool, dead, 0);
  await insertAttempt(pool, { runId: 'held-1', step: 3, attempt: 1, workerId: live });
  const { workers, desired } = (await get('/api/workers')).json();
  const state = Object.fromEntries(
    workers.map((w: { workerId: string; state: string }) => [w.workerId, w.state]),
  );
  assert.equal(state[live], 'live');
  assert.equal(state[silent], 'silent');
  assert.equal(state[dead], 'dead');
  assert.equal(desired, 0);
  const holder = workers.find((w: { workerId: string }) => w.workerId === live);
  assert.deepEqual(
    holder.holds.map((h: { runId: string; step: number }) => [h.runId, h.step]),
    [['held-1', 3]],
  );
});

test('an API without a fleet says so instead of pretending to kill', async () => {
  const response = await api.app.inject({ method: 'DELETE', url: '/api/workers/host%2Fboot-1' });
  assert.equal(response.statusCode, 409);
  assert.equal(response.json().code, 'FLEET_ABSENT');
});

test('health, readiness and metrics answer, with every known label at zero', async () => {
  assert.equal((await get('/healthz')).statusCode, 200);
  const ready = await get('/readyz');
  assert.equal(ready.statusCode, 200, ready.body);
  const metrics = (await get('/metrics')).body;
  assert.match(metrics, /^checkpoint_runs_total\{status="terminated"\} 0$/m);
  assert.match(metrics, /^checkpoint_resume_latency_seconds_bucket\{cause="exit",le="0.2"\} \d+$/m);
  assert.match(metrics, /^checkpoint_pod_kills_total\{action="pod_delete",result="gone"\} 0$/m);
  assert.match(metrics, /^checkpoint_effect_duplicates_total\{tool="send_mail",detector="journal"\} \d+$/m);
});

test('readiness says which part is away, within a second, and gives no address', async () => {
  const cutOff = await api.another({ temporal: { ...api.config.temporal, address: '127.0.0.1:1' } });
  const start = performance.now();
  const response = await cutOff.app.inject('/readyz');
  assert.equal(response.statusCode, 503);
  assert.ok(performance.now() - start < 1_500);
  assert.equal(response.json().postgres, 'ok');
  assert.doesNotMatch(response.body, /127\.0\.0\.1/);
});

test('the text of a 5xx answer stays in the log', async () => {
  const broken = await api.another({ databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none' });
  const response = await broken.app.inject('/api/runs');
  assert.equal(response.statusCode, 503);
  assert.equal(response.json().code, 'DATABASE_UNAVAILABLE');
  assert.doesNotMatch(response.body, /secret|ECONNREFUSED|127\.0\.0\.1/);
  assert.equal(response.headers['retry-after'], '1');
});

test('the OpenAPI document describes the routes', async () => {
  const document = (await get('/docs/json')).json();
  assert.ok(document.paths['/api/runs'].post);
  assert.ok(document.paths['/api/workers/{workerId}'].delete);
  assert.equal((await get('/docs/')).statusCode, 200);
});

test('a page of another site cannot use the API through the person’s browser', async () => {
  const csrf = await api.app.inject({
    method: 'POST',
    url: '/api/runs/x/cancel',
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  assert.equal(csrf.statusCode, 403);
  assert.equal(csrf.json().code, 'CROSS_ORIGIN_REFUSED');
  const rebinding = await api.app.inject({ url: '/api/runs', headers: { host: 'evil.example:3000' } });
  assert.equal(rebinding.statusCode, 403);
  const plain = await api.app.inject({
    method: 'POST',
    url: '/api/runs',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  });
  assert.equal(plain.statusCode, 415);
});

test('an unbuilt panel answers with how to build it; a built one answers at every page address', async () => {
  const missing = await get('/runs/some-run');
  assert.equal(missing.statusCode, 503);
  assert.match(missing.body, /npm run build:web/);
  const webDist = join(tmpdir(), `api-test-dist-${process.pid}`);
  mkdirSync(join(webDist, 'assets'), { recursive: true });
  writeFileSync(join(webDist, 'index.html'), '<title>Checkpoint</title>');
  writeFileSync(join(webDist, 'assets', 'app-1a2b.js'), 'export {};');
  const { app } = await api.another({ webDist });
  for (const url of ['/', '/runs/some-run', '/workers']) {
    const page = await app.inject(url);
    assert.equal(page.statusCode, 200, url);
    assert.match(page.body, /Checkpoint/);
    assert.equal(page.headers['cache-control'], 'no-cache');
  }
  const asset = await app.inject('/assets/app-1a2b.js');
  assert.equal(asset.statusCode, 200);
  assert.match(String(asset.headers['cache-control']), /immutable/);
  assert.equal((await app.inject('/assets/gone.js')).statusCode, 404);
  assert.equal((await app.inject('/api/no-such')).json().code, 'NOT_FOUND');
  assert.equal((await app.inject('/assets/..%2f..%2fetc%2fpasswd')).statusCode, 404);
});
