/**
 * Traces, as a collector gets them: an API process, worker processes of which one is killed in the middle of an effect, and
 * an OTLP receiver of the test's own that decodes what they send.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { RunDetail } from '@checkpoint/contracts/api';
import { createTestDatabase, type TestDatabase, waitFor } from '@checkpoint/testing';
import { type ApiProcess, startApi } from './fixtures/api.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './fixtures/otlp-receiver.ts';
import { startWorkerProcess, type WorkerProcess } from './fixtures/process.ts';
import { type Receiver, startReceiver } from './fixtures/receiver.ts';

const taskQueue = `tracing-${randomUUID()}`;
let database: TestDatabase;
let collector: OtlpReceiver;
let receiver: Receiver;
let api: ApiProcess;
const workers: WorkerProcess[] = [];

before(async () => {
  database = await createTestDatabase('product');
  collector = await startOtlpReceiver();
  receiver = await startReceiver();
  api = await startApi(database.url, {
    environment: {
      CHECKPOINT_TASK_QUEUE: taskQueue,
      CHECKPOINT_FAULTS: 'allowed',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      CHECKPOINT_TRACES_URL: 'http://viewer.example/trace/{traceId}?uiFind=x',
    },
  });
});
after(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  await api.stop('SIGKILL');
  collector.close();
  receiver.close();
  await database.drop();
});

/** The only one: whoever lived before is ended. */
async function startWorker(environment: Record<string, string> = {}): Promise<WorkerProcess> {
  for (const before of workers) await before.end('SIGKILL');
  const worker = await startWorkerProcess({
    databaseUrl: database.url,
    taskQueue,
    bootId: randomUUID(),
    environment: {
      CHECKPOINT_API_URL: api.origin,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      AGENT_SETTINGS: JSON.stringify({ receiverUrl: receiver.url }),
      ...environment,
    },
  });
  workers.push(worker);
  await waitFor('the worker to run', () => worker.output().includes('worker is running'), {
    timeoutMs: 60_000,
  });
  return worker;
}

async function startRun(faults: readonly object[] = [], steps = 2): Promise<string> {
  const { status, body } = await api.post('/api/runs', { agent: 'teller', input: { steps }, faults });
  assert.ok(status < 300, JSON.stringify(body));
  return (body as { runId: string }).runId;
}

async function detail(runId: string): Promise<RunDetail> {
  return (await api.get(`/api/runs/${runId}`)) as RunDetail;
}

async function ended(runId: string): Promise<RunDetail> {
  return await waitFor(
    'the run to end',
    async () => {
      const run = await detail(runId);
      return run.status !== 'running' && run;
    },
    { timeoutMs: 60_000 },
  );
}

/** Waits until the run's own span has come, which is the last to be sent. */
async function traceOf(runId: string): Promise<ReceivedSpan[]> {
  const of = () => collector.spans.filter((span) => span.attributes['checkpoint.run.id'] === runId);
  const root = await waitFor('the span of the run', () =>
    of().find((span) => span.name.startsWith('invoke_agent')),
  );
  return collector.spans.filter((span) => span.traceId === root.traceId);
}

const named = (spans: readonly ReceivedSpan[], name: string) => spans.filter((span) => span.name === name);
const lengthNs = (span: ReceivedSpan) => span.endNs - span.startNs;

test('a run is one trace across API and worker: the run, its attempts, and under them what was executed', async () => {
  const worker = await startWorker();
  const runId = await startRun();
  await ended(runId);
  const spans = await traceOf(runId);

  const [root] = named(spans, 'invoke_agent teller');
  assert.ok(root);
  assert.equal(root.parentSpanId, '');
  assert.equal(root.resource['service.name'], 'checkpoint-api');
  assert.equal(root.attributes['gen_ai.operation.name'], 'invoke_agent');
  assert.equal(root.attributes['checkpoint.run.status'], 'completed');
  assert.equal(root.schemaUrl, 'https://opentelemetry.io/schemas/1.41.0');

  const [chat] = named(spans, 'chat teller-rules');
  const attempts = spans.filter((span) => span.name.startsWith('attempt '));
  // Three model calls; a look and a tell in each of two steps.
  assert.equal(attempts.length, 7);
  for (const attempt of attempts) {
    assert.equal(attempt.parentSpanId, root.spanId);
    assert.match(String(attempt.resource['service.instance.id']), new RegExp(`/${worker.bootId}$`));
    assert.equal(attempt.attributes['checkpoint.attempt'], 1);
    assert.deepEqual(attempt.links, []);
  }
  const tells = named(spans, 'execute_tool tell');
  assert.equal(tells.length, 2);
  for (const tell of tells) {
    assert.ok(
      attempts.some((attempt) => attempt.spanId === tell.parentSpanId && attempt.name === 'attempt tell'),
    );
    assert.equal(tell.attributes['gen_ai.tool.call.id'], 'tell');
    assert.equal(tell.attributes['checkpoint.effect.epoch'], 1);
    assert.equal(tell.attributes['checkpoint.effect.sent'], 'done');
  }
  assert.equal(named(spans, 'execute_tool look').length, 2);
  assert.ok(chat, spans.map((span) => span.name).join());
  assert.equal(chat.kind, 3);
  assert.equal(chat.attributes['gen_ai.provider.name'], 'offline');
  assert.equal(typeof chat.attributes['gen_ai.usage.input_tokens'], 'number');
  await worker.end('SIGTERM');
});

test('nothing of what was asked, answered or sent is in a trace', async () => {
  const text = JSON.stringify(collector.spans, (_key, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  for (const content of ['"next"', 'Tell.', '{\\"steps\\"', '"seen"'])
    assert.ok(!text.includes(content), content);
});

test('an attempt whose worker was killed in the middle is told by the API, and the next one links to it', async () => {
  const first = await startWorker();
  const runId = await startRun([{ kind: 'hold', step: 1, tool: 'tell', move: 'after_send' }]);
  await waitFor('the effect to be sent and held', async () => {
    const { rows } = await database.pool.query('SELECT FROM holds WHERE run_id = $1', [runId]);
    return rows.length === 1;
  });
  // What the dead worker had executed reached the collector while it still lived.
  await waitFor('the execution to be told', () =>
    collector.spans.find(
      (span) =>
        span.name === 'execute_tool tell' &&
        String(span.attributes['checkpoint.effect.key']).startsWith(runId),
    ),
  );
  await first.end('SIGKILL');
  const second = await startWorker();
  await ended(runId);
  const spans = await traceOf(runId);

  const [died, resumed] = spans
    .filter((span) => span.name === 'attempt tell' && span.attributes['checkpoint.step'] === 1)
    .sort((a, b) => Number(a.attributes['checkpoint.attempt']) - Number(b.attributes['checkpoint.attempt']));
  assert.ok(died && resumed);
  assert.equal(died.attributes['checkpoint.attempt.outcome'], 'died');
  assert.equal(died.attributes['error.type'], 'WORKER_DIED');
  assert.equal(died.status, 2);
  assert.equal(died.resource['service.name'], 'checkpoint-api');
  assert.match(String(died.attributes['checkpoint.worker.id']), new RegExp(`/${first.bootId}$`));

  assert.match(String(resumed.attributes['checkpoint.worker.id']), new RegExp(`/${second.bootId}$`));
  assert.deepEqual(
    resumed.links.map((link) => [link.traceId, link.spanId]),
    [[died.traceId, died.spanId]],
  );
  assert.match(String(resumed.links[0]?.attributes['checkpoint.worker.id']), new RegExp(`/${first.bootId}$`));

  const executions = named(spans, 'execute_tool tell').filter(
    (span) => span.attributes['checkpoint.effect.key'] === `${runId}:1:tell`,
  );
  assert.deepEqual(
    executions.map((span) => [span.parentSpanId, span.attributes['checkpoint.effect.epoch']]).sort(),
    [
      [died.spanId, 1],
      [resumed.spanId, 2],
    ].sort(),
  );
  assert.equal(
    new Set(spans.map((span) => span.resource['service.instance.id'])).size,
    3,
    'API and two workers',
  );
});

test('an outcome that was stored is a span without length, and no execution; the attempt that stored it is told', async () => {
  const first = await startWorker();
  const runId = await startRun([{ kind: 'hold', step: 1, tool: 'tell', move: 'after_settle' }]);
  await waitFor('the effect to be settled and held', async () => {
    const { rows } = await database.pool.query('SELECT FROM holds WHERE run_id = $1', [runId]);
    return rows.length === 1;
  });
  await first.end('SIGKILL');
  await startWorker();
  await ended(runId);
  const spans = await traceOf(runId);

  const [settled, stored] = spans
    .filter((span) => span.name === 'attempt tell' && span.attributes['checkpoint.step'] === 1)
    .sort((a, b) => Number(a.attributes['checkpoint.attempt']) - Number(b.attributes['checkpoint.attempt']));
  assert.ok(settled && stored);
  assert.equal(settled.attributes['checkpoint.attempt.outcome'], 'completed');
  assert.deepEqual(
    stored.links.map((link) => link.spanId),
    [settled.spanId],
  );
  assert.equal(stored.attributes['checkpoint.effect.outcome'], 'from_journal');

  const under = named(spans, 'execute_tool tell').filter((span) => span.parentSpanId === stored.spanId);
  assert.equal(under.length, 1);
  assert.equal(under[0] && lengthNs(under[0]), 0n);
  assert.equal(under[0]?.attributes['checkpoint.from_journal'], true);
  assert.equal(under[0]?.attributes['checkpoint.effect.stored_state'], 'applied');
  const sent = receiver.told.filter(({ key }) => key === `${runId}:1:tell`);
  assert.equal(sent.length, 1, 'it was executed once');
});

test('the run page links to its trace, by the configured address', async () => {
  const runId = await startRun();
  await ended(runId);
  const [span] = await traceOf(runId);
  assert.equal((await detail(runId)).traceUrl, `http://viewer.example/trace/${span?.traceId}?uiFind=x`);
});

test('a collector that answers 503 or is gone costs a run nothing', async () => {
  collector.status = 503;
  const ill = await startRun([], 3);
  assert.equal((await ended(ill)).status, 'completed');
  collector.status = 200;
  const nowhere = await startWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const gone = await startRun([], 3);
  assert.equal((await ended(gone)).status, 'completed');
  assert.equal(await nowhere.end('SIGTERM'), 0);
});

test('without an endpoint nothing is traced', async () => {
  await startWorker({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
  const runId = await startRun();
  await ended(runId);
  const spans = await traceOf(runId);
  assert.deepEqual([...new Set(spans.map((span) => span.resource['service.name']))], ['checkpoint-api']);
});
