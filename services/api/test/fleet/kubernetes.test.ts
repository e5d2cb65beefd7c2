/** The fleet of pods against a server that speaks Kubernetes' API, a real Postgres and real session streams. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { WorkerView } from '@checkpoint/contracts/api';
import { waitFor } from '@checkpoint/testing';
import { KNOCKS_MS } from '../../src/fleet/kubernetes-limits.ts';
import { kill, workersOf } from '../support/fleet.ts';
import { createHarness, type Harness, type Overrides } from '../support/harness.ts';
import { type PodWorker, type PodWorkerOptions, startPodWorker } from '../support/pod-worker.ts';
import {
  DEPLOYMENT,
  NAMESPACE,
  type PodObject,
  type PodStatus,
  type PodsServer,
  podObject,
  SELECTOR,
  startPodsServer,
} from '../support/pods-server.ts';
import { insertAttempt, insertRunRow } from '../support/rows.ts';

let kubernetes: PodsServer;
let harness: Harness;
let url: string;
let fleet: NonNullable<Overrides['fleet']>;
const workers: PodWorker[] = [];

before(async () => {
  kubernetes = await startPodsServer();
  fleet = {
    kind: 'kubernetes',
    kubernetes: {
      namespace: NAMESPACE,
      selector: SELECTOR,
      deployment: DEPLOYMENT,
      kubeconfig: kubernetes.kubeconfig,
    },
  };
});
after(() => kubernetes.close());
beforeEach(async () => {
  kubernetes.pods.clear();
  kubernetes.failWith = undefined;
  const bare = await createHarness();
  const runtime = await bare.another({ fleet });
  harness = { ...bare, runtime, app: runtime.app };
  await runtime.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(runtime.app.server.address() as AddressInfo).port}`;
  await runtime.start();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.close();
  await harness.close();
});

function put(name: string, more: Partial<PodStatus> = {}): PodObject {
  const pod = podObject(name, more);
  kubernetes.put(pod);
  return pod;
}

/** A worker in a pod that the fleet knows, with a session and a port that was seen to listen. */
async function workIn(pod: PodObject, more: Partial<PodWorkerOptions> = {}): Promise<PodWorker> {
  const name = pod.metadata.name;
  await waitFor(`pod ${name}`, async () => {
    const { rows } = await harness.database.pool.query('SELECT FROM pods WHERE name = $1', [name]);
    return rows.length > 0;
  });
  const worker = await startPodWorker(harness, { url, pod, ...more });
  workers.push(worker);
  await waitFor('the fleet to know the port', () => worker.knocks() === 1);
  return worker;
}

async function viewOf(worker: PodWorker, app = harness.app): Promise<WorkerView | undefined> {
  return (await workersOf(app)).find(({ workerId }) => workerId === worker.workerId);
}

function deathOf(worker: PodWorker): Promise<NonNullable<WorkerView['death']>> {
  return waitFor('the certificate', async () => (await viewOf(worker))?.death ?? undefined);
}

function terminated(exitCode: number, reason: string, finishedAt: Date): Partial<PodStatus> {
  const lastState = { terminated: { exitCode, reason, finishedAt } };
  return {
    containerStatuses: [{ name: 'worker', lastState }],
  };
}

test('a worker whose kernel closed its session and refuses its port is certified at once, at the time of the close', async () => {
  const worker = await workIn(put('worker-a'));
  await worker.die();
  const death = await deathOf(worker);
  assert.equal(death.evidence, 'port_closed');
  const view = await viewOf(worker);
  assert.equal(death.diedAt, view?.pod?.sessionEndedAt);
  assert.ok(
    Date.parse(death.issuedAt) - Date.parse(death.diedAt) < 1_000,
    `${death.diedAt} ${death.issuedAt}`,
  );
});

test('a network that closes the session and leaves the port kills nobody, and the worker comes back', async () => {
  const worker = await workIn(put('worker-a'));
  worker.cut();
  await waitFor('all knocks', () => worker.knocks() === 1 + KNOCKS_MS.length);
  assert.equal((await viewOf(worker))?.state, 'live');
  await worker.connect();
  const back = await waitFor('the session', async () => {
    const view = await viewOf(worker);
    return view?.sessionSince !== null && view?.pod?.sessionEndedAt === null && view;
  });
  assert.equal(back.death, null);
});

test('a pod that is gone is no death while its worker holds its session, and the worker is told to hand over', async () => {
  const worker = await workIn(put('worker-a'));
  kubernetes.remove('worker-a');
  const alive = await waitFor('the sight of it', async () => {
    const view = await viewOf(worker);
    return view?.pod?.goneAt != null && view;
  });
  assert.equal(alive.state, 'live');
  await waitFor('the word', () => worker.said().includes('event: hand_over\n'));
  // The port is silent towards a pod that is gone: its network is, too. So the session decides.
  worker.cut();
  assert.equal((await deathOf(worker)).evidence, 'pod_deleted');
});

test('a pod that is deleted with time to spare is not told to hand over', async () => {
  const pod = put('worker-a');
  const worker = await workIn(pod);
  kubernetes.put({
    ...pod,
    metadata: { ...pod.metadata, deletionTimestamp: new Date(), deletionGracePeriodSeconds: 30 },
  });
  await waitFor('the sight of it', async () => (await viewOf(worker))?.pod?.deletedAt != null);
  assert.ok(!worker.said().includes('hand_over'));
  assert.equal((await viewOf(worker))?.pod?.goneAt, null);
});

test('the word of the node’s runtime certifies with its exit code, and not the next process of the same pod', async () => {
  const pod = put('worker-a');
  const now = Date.now();
  const first = await workIn(pod, { startedAt: new Date(now - 60_000) });
  const second = await startPodWorker(harness, { url, pod, startedAt: new Date(now + 1_000) });
  workers.push(second);
  kubernetes.put({ ...pod, status: { ...pod.status, ...terminated(137, 'OOMKilled', new Date(now)) } });
  const death = await deathOf(first);
  assert.equal(death.evidence, 'exit');
  assert.deepEqual(death.detail, { pod: 'worker-a', node: 'node-1', exitCode: 137, reason: 'OOMKilled' });
  const view = await viewOf(first);
  assert.equal(view?.pod?.terminated?.exitCode, 137);
  assert.equal(view?.pod?.replacement?.workerId, second.workerId);
  assert.equal((await viewOf(second))?.state, 'live');
});

test('kill deletes the pod by its uid, answers with what was seen, and tells the replacement later, also after a restart', async () => {
  const worker = await workIn(put('worker-a'));
  const killing = kill(harness.app, worker.workerId);
  await waitFor('the deletion', () => !kubernetes.pods.has('worker-a'));
  await worker.die();
  const response = await killing;
  assert.equal(response.statusCode, 200, response.body);
  const { action, observed, requestedAt } = response.json();
  assert.equal(action, 'pod_delete');
  assert.equal(observed.gone, true);
  assert.equal(observed.pod.name, 'worker-a');
  assert.ok(
    requestedAt <= observed.pod.killAcceptedAt && observed.pod.killAcceptedAt <= observed.certifiedAt,
  );
  put('worker-b');
  const other = await harness.another({ fleet });
  const shown = await waitFor('the replacement', async () => {
    const view = await viewOf(worker, other.app);
    return view?.pod?.replacement?.readyAt != null && view;
  });
  assert.equal(shown.pod?.replacement?.pod, 'worker-b');
});

test('work that a worker gave up because its pod was deleted counts as a resume, from the accepted deletion', async () => {
  const { pool } = harness.database;
  const worker = await workIn(put('worker-a'));
  const other = await workIn(put('worker-b'));
  const runId = 'handed-over-1';
  await insertRunRow(pool, runId);
  await insertAttempt(pool, { runId, step: 1, attempt: 1, workerId: worker.workerId });
  const killing = kill(harness.app, worker.workerId);
  await waitFor('the word', () => worker.said().includes('event: hand_over'));
  await pool.query(
    `UPDATE attempts SET ended_at = now(), outcome = 'failed', error = '{"code":"WORKER_STOPPING"}' WHERE run_id = $1`,
    [runId],
  );
  await insertAttempt(pool, { runId, step: 1, attempt: 2, workerId: other.workerId });
  await worker.die();
  const { observed } = (await killing).json();
  const { resumes } = (await harness.app.inject(`/api/runs/${runId}/resumes`)).json();
  assert.equal(resumes.length, 1);
  assert.equal(resumes[0].evidence, 'handed_over');
  // The watch may tell of the deletion some milliseconds before its answer is stored: the earlier of both counts.
  assert.ok(resumes[0].diedAt <= observed.pod.killAcceptedAt, `${resumes[0].diedAt}`);
  assert.ok(
    resumes[0].latencySeconds > 0 && resumes[0].resumedAt <= observed.pod.sessionEndedAt,
    'while it lived',
  );
});

test('a kill says why it was refused, and deletes nothing then', async () => {
  const stranger = podObject('stranger');
  const [owner] = stranger.metadata.ownerReferences;
  if (owner) owner.name = 'other-5d9c';
  kubernetes.put(stranger);
  const foreign = await startPodWorker(harness, { url, pod: stranger });
  const worker = await workIn(put('worker-a'));
  workers.push(foreign);
  await waitFor('its place', async () => (await viewOf(foreign))?.pod?.name === 'stranger');
  const code = async (of: PodWorker) => (await kill(harness.app, of.workerId)).json().code;
  assert.equal(await code(foreign), 'KILL_REFUSED');
  kubernetes.failWith = 403;
  assert.equal(await code(worker), 'KUBERNETES_FORBIDDEN');
  kubernetes.failWith = undefined;
  kubernetes.put(podObject('worker-a'));
  assert.equal(await code(worker), 'POD_REPLACED');
  kubernetes.pods.delete('worker-a');
  assert.equal(await code(worker), 'POD_GONE');
  assert.ok(!kubernetes.asked.slice(-4).includes('DELETE pod'));
});

test('the pod of a worker whose lease ended is deleted, so that a frozen process ends', async () => {
  const worker = await workIn(put('worker-a'), { leaseSeconds: 1 });
  assert.equal((await deathOf(worker)).evidence, 'lease_ended');
  await waitFor('the deletion', () => !kubernetes.pods.has('worker-a'));
});

test('desired is the number of pods that are neither ending nor ended', async () => {
  put('worker-a');
  put('worker-b');
  put('evicted', { phase: 'Failed', reason: 'Evicted' });
  await waitFor('two', async () => (await harness.app.inject('/api/workers')).json().desired === 2);
});
