/** Workers and APIs are killed around a question: it is asked once, decided once, and what it allows happens once. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { EffectList, HoldList, RunDetail } from '@checkpoint/contracts/api';
import { createTestDatabase, type TestDatabase, waitFor } from '@checkpoint/testing';
import { type ApiProcess, startApi } from './fixtures/api.ts';
import { type Person, personAt } from './fixtures/deciding.ts';
import { startWorkerProcess, type WorkerProcess } from './fixtures/process.ts';
import { type Receiver, startReceiver } from './fixtures/receiver.ts';

const ENTRY = fileURLToPath(new URL('./fixtures/asking-main.ts', import.meta.url));
/** For a machine that is busy with ten other things. */
const SLOW = { timeoutMs: 90_000, everyMs: 50 };

const taskQueue = `asking-${randomUUID()}`;
let database: TestDatabase;
let receiver: Receiver;
let api: ApiProcess;
let ann: Person;
const workers: WorkerProcess[] = [];

async function openApi(): Promise<void> {
  api = await startApi(database.url, {
    environment: { CHECKPOINT_TASK_QUEUE: taskQueue, CHECKPOINT_FAULTS: 'allowed' },
  });
  ann = personAt(api);
}

before(async () => {
  database = await createTestDatabase('product');
  receiver = await startReceiver();
  await openApi();
});
after(async () => {
  for (const worker of workers) await worker.end('SIGKILL');
  await api.stop('SIGKILL');
  receiver.close();
  await database.drop();
});

async function startWorker(): Promise<WorkerProcess> {
  const worker = await startWorkerProcess({
    ...{ databaseUrl: database.url, taskQueue, bootId: randomUUID(), entry: ENTRY },
    environment: {
      CHECKPOINT_API_URL: api.origin,
      AGENT_SETTINGS: JSON.stringify({ receiverUrl: receiver.url }),
    },
  });
  workers.push(worker);
  await waitFor('the worker to run', () => worker.output().includes('worker is running'), SLOW);
  return worker;
}

async function startRun(faults: readonly object[] = []): Promise<string> {
  const { status, body } = await api.post('/api/runs', { agent: 'asking', input: {}, faults });
  assert.ok(status < 300, JSON.stringify(body));
  return (body as { runId: string }).runId;
}

async function ended(runId: string): Promise<void> {
  await waitFor(
    'the run to end',
    async () => ((await api.get(`/api/runs/${runId}`)) as RunDetail).status === 'completed',
    SLOW,
  );
}

const held = (runId: string) =>
  waitFor(
    'the effect to be held',
    async () => ((await api.get(`/api/runs/${runId}/holds`)) as HoldList).holds.length > 0,
    SLOW,
  );
const arrivals = (runId: string) => receiver.told.filter(({ path }) => path.startsWith(`/told/${runId}/`));

async function countOf(table: 'approvals' | 'decisions', runId: string): Promise<number> {
  const { rows } = await database.pool.query(`SELECT count(*)::int AS n FROM ${table} WHERE run_id = $1`, [
    runId,
  ]);
  return rows[0].n;
}

async function effectOf(runId: string): Promise<EffectList['effects'][number] | undefined> {
  return ((await api.get(`/api/runs/${runId}/effects`)) as EffectList).effects[0];
}

test('every worker dies while a question waits: the next one acts on the decision, and nobody is asked again', async () => {
  const worker = await startWorker();
  const runId = await startRun();
  const asked = await ann.waiting(runId, '1:tell', SLOW);
  await worker.end('SIGKILL');
  await ann.decide(asked, { kind: 'approve' });
  await startWorker();
  await ended(runId);
  assert.equal(arrivals(runId).length, 1);
  assert.deepEqual([await countOf('approvals', runId), await countOf('decisions', runId)], [1, 1]);
});

for (const [move, sends, epoch] of [
  ['after_intend', 1, 2],
  ['after_send', 2, 2],
] as const) {
  test(`a worker dies at ${move} of what was approved: another takes over and asks nobody again`, async () => {
    const runId = await startRun([{ kind: 'hold', step: 1, move, tool: 'tell' }]);
    await ann.decide(await ann.waiting(runId, '1:tell', SLOW), { kind: 'approve' });
    await held(runId);
    const [victim] = workers.slice(-1);
    await victim?.end('SIGKILL');
    await startWorker();
    await ended(runId);
    assert.equal(
      arrivals(runId).length,
      sends,
      'the receiver takes equal bytes twice: the class is idempotent',
    );
    const effect = await effectOf(runId);
    assert.deepEqual([effect?.state, effect?.epoch], ['applied', epoch]);
    assert.deepEqual([await countOf('approvals', runId), await countOf('decisions', runId)], [1, 1]);
  });
}

test('the API that took a decision dies at once, the next one tells the run; a rejected tool reaches nobody', async () => {
  const runId = await startRun();
  const asked = await ann.waiting(runId, '1:tell', SLOW);
  await ann.decide(asked, { kind: 'reject', reason: 'not today' });
  await api.stop('SIGKILL');
  await openApi();
  await ended(runId);
  assert.deepEqual(arrivals(runId), []);
  assert.equal(await effectOf(runId), undefined);
});
