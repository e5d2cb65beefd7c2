/** What a worker process shows of itself, as Prometheus and a kubelet see it: over HTTP, from outside. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase, waitFor } from '@checkpoint/testing';
import { createHarness, type Harness } from './fixtures/harness.ts';
import { freePort, startWorkerProcess, type WorkerProcess } from './fixtures/process.ts';
import { type Receiver, startReceiver } from './fixtures/receiver.ts';

let harness: Harness;
let worker: WorkerProcess;
let ports: { health: number; metrics: number; temporal: number };
let receiver: Receiver;

before(async () => {
  harness = await createHarness();
  ports = { health: await freePort(), metrics: await freePort(), temporal: await freePort() };
  receiver = await startReceiver();
  worker = await startWorkerProcess({
    databaseUrl: harness.db.url,
    taskQueue: harness.taskQueue,
    bootId: randomUUID(),
    environment: {
      CHECKPOINT_HEALTH_PORT: String(ports.health),
      CHECKPOINT_METRICS_PORT: String(ports.metrics),
      CHECKPOINT_TEMPORAL_METRICS_PORT: String(ports.temporal),
      AGENT_SETTINGS: JSON.stringify({ receiverUrl: receiver.url }),
    },
  });
  // It bundles its workflows first, which takes half a minute on a machine that is busy with other tests.
  const isReady = async () => (await get(ports.health, '/readyz')).status === 200;
  await waitFor('the worker to be ready', isReady, { timeoutMs: 60_000 });
});
after(async () => {
  await worker.end('SIGKILL');
  receiver.close();
  await harness.close();
});

const get = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`);
const scrape = async (port = ports.metrics) => await (await get(port, '/metrics')).text();

test('before its first task a worker shows each of its series at zero', async () => {
  const text = await scrape();
  for (const move of ['intend', 'takeover', 'settle']) {
    assert.match(text, new RegExp(`^checkpoint_journal_write_seconds_count\\{move="${move}"\\} 0$`, 'm'));
    assert.match(text, new RegExp(`^checkpoint_journal_errors_total\\{move="${move}"\\} 0$`, 'm'));
  }
  assert.match(
    text,
    /^gen_ai_client_operation_duration_seconds_count\{gen_ai_operation_name="chat",.*\} 0$/m,
  );
  assert.match(text, /^checkpoint_pg_pool_waiting \d+$/m);
  assert.match(
    text,
    new RegExp(`^checkpoint_worker_info\\{worker_id="[^"]+/${worker.bootId}",build_id="dev"\\} 1$`, 'm'),
  );
});

test('Temporal’s core counts in seconds and with the suffixes that the dashboard asks for', async () => {
  const text = await scrape(ports.temporal);
  assert.match(text, /^temporal_num_pollers\{.*poller_type="activity_task".*\} [1-9]\d*$/m);
  assert.match(text, /^temporal_request_latency_seconds_bucket\{/m);
  assert.match(text, /^temporal_long_request_total\{/m);
});

test('a run is measured: writes of the journal by move, model calls by model', async () => {
  const { handle } = await harness.start({ agent: 'teller', input: { steps: 2 } });
  await handle.result();
  const text = await scrape();
  // Three model calls and two effects, each intended and settled once.
  assert.match(text, /^checkpoint_journal_write_seconds_count\{move="intend"\} 5$/m);
  assert.match(text, /^checkpoint_journal_write_seconds_count\{move="settle"\} 5$/m);
  assert.match(text, /^checkpoint_journal_write_seconds_count\{move="takeover"\} 0$/m);
  assert.match(
    text,
    /^gen_ai_client_operation_duration_seconds_count\{.*gen_ai_provider_name="offline".*\} 3$/m,
  );
  const core = await scrape(ports.temporal);
  assert.match(core, /^temporal_workflow_task_schedule_to_start_latency_seconds_bucket\{/m);
});

test('the agents’ tools are announced, so that the API shows them at zero', async () => {
  const { rows } = await harness.db.pool.query(`SELECT effect_tools FROM agents WHERE name = 'teller'`);
  assert.deepEqual(rows, [{ effect_tools: ['tell'] }]);
});

test('a port that is taken stops the worker with an error that names the variable', async () => {
  const database: TestDatabase = await createTestDatabase('product');
  for (const name of ['CHECKPOINT_METRICS_PORT', 'CHECKPOINT_TEMPORAL_METRICS_PORT'] as const) {
    const second = await startWorkerProcess({
      databaseUrl: database.url,
      taskQueue: harness.taskQueue,
      bootId: randomUUID(),
      environment: {
        CHECKPOINT_METRICS_PORT: String(await freePort()),
        CHECKPOINT_TEMPORAL_METRICS_PORT: String(await freePort()),
        [name]: String(name === 'CHECKPOINT_METRICS_PORT' ? ports.metrics : ports.temporal),
      },
    });
    assert.equal(await second.exited, 1);
    assert.match(second.output(), new RegExp(`${name} .*another process listens there`));
  }
  await database.drop();
});

test('a worker that is told to stop is no longer ready, and still live while it drains', async () => {
  const states = new Map<string, number>();
  const ended = worker.end('SIGTERM');
  const look = async () => {
    const [ready, live] = await Promise.all([get(ports.health, '/readyz'), get(ports.health, '/livez')]);
    if (ready.status === 503) states.set('live while not ready', live.status);
  };
  let isStopped = false;
  void ended.then(() => {
    isStopped = true;
  });
  await waitFor('the worker to stop', async () => {
    await look().catch(() => undefined);
    return isStopped;
  });
  assert.equal(await ended, 0, worker.output());
  assert.deepEqual([...states], [['live while not ready', 200]]);
});
