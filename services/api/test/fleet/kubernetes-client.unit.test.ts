/** The edge to Kubernetes, against a server that speaks its API: errors, watches that end, break, fall silent or go deaf. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { AppError } from '@checkpoint/contracts';
import { createLogger } from '@checkpoint/telemetry';
import { waitFor } from '@checkpoint/testing';
import { createPodApi, type PodApi } from '../../src/fleet/kubernetes-client.ts';
import { belongsTo, type Pod, wasIn } from '../../src/fleet/kubernetes-pods.ts';
import { watchPods } from '../../src/fleet/kubernetes-watch.ts';
import {
  DEPLOYMENT,
  NAMESPACE,
  type PodsServer,
  podObject,
  SELECTOR,
  startPodsServer,
} from '../support/pods-server.ts';

const log = createLogger({ service: 'api-test', level: 'silent' });
let server: PodsServer;
let api: PodApi;

before(async () => {
  server = await startPodsServer();
  api = createPodApi({ namespace: NAMESPACE, selector: SELECTOR, kubeconfig: server.kubeconfig });
});
after(() => server.close());
beforeEach(() => {
  server.pods.clear();
  server.failWith = undefined;
  server.deaf = false;
});

function put(name: string, status = {}): { name: string; uid: string } {
  const pod = podObject(name, status);
  server.put(pod);
  return { name, uid: pod.metadata.uid };
}

/** A watch whose sights are collected. Random waits are cut to a tenth, so that a test need not sit through them. */
async function watched() {
  const seen: string[] = [];
  const watches = () => server.asked.filter((asked) => asked === 'GET watch').length;
  const before = watches();
  const watch = watchPods({
    api,
    log,
    isOurs: (pod) => belongsTo(pod, DEPLOYMENT),
    onSeen: (pod) => seen.push(pod.name),
    onGone: (pod) => seen.push(`gone ${pod.name}`),
    random: () => 0.1,
  });
  await waitFor('the watch', () => watches() > before);
  return { watch, seen };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof AppError, String(thrown));
  return thrown.code;
}

test('a missing right, a pod that is gone, another uid and a broken server are errors with a code of their own', async () => {
  const pod = put('worker-a');
  assert.equal(await codeOf(api.remove({ ...pod, uid: 'another' })), 'POD_REPLACED');
  assert.equal(server.pods.size, 1, 'a pod with another uid is not deleted');
  assert.equal(await codeOf(api.remove({ name: 'nobody', uid: 'x' })), 'POD_GONE');
  server.failWith = 403;
  assert.equal(await codeOf(api.remove(pod)), 'KUBERNETES_FORBIDDEN');
  assert.equal(await codeOf(api.list()), 'KUBERNETES_FORBIDDEN');
  server.failWith = 500;
  assert.equal(await codeOf(api.remove(pod)), 'KUBERNETES_UNAVAILABLE');
  server.failWith = undefined;
  await api.remove(pod);
  assert.equal(server.pods.size, 0);
});

test('an error says what Kubernetes would not do, in the server’s words, and what to do about it', async () => {
  server.failWith = 403;
  await assert.rejects(api.remove({ name: 'worker-a', uid: 'x' }), {
    message:
      /^Kubernetes would not delete pod worker-a: the test wants it so; .*needs get, list, watch and delete on pods/,
  });
});

test('a server that is not there is unavailable, not a crash', async () => {
  const other = await startPodsServer();
  const away = createPodApi({ namespace: NAMESPACE, selector: SELECTOR, kubeconfig: other.kubeconfig });
  await other.close();
  assert.equal(await codeOf(away.list()), 'KUBERNETES_UNAVAILABLE');
});

test('a pod that was read is undefined once it is gone', async () => {
  put('worker-a');
  assert.equal((await api.read('worker-a'))?.node, 'node-1');
  server.remove('worker-a');
  assert.equal(await api.read('worker-a'), undefined);
});

test('changes are seen as they happen', async () => {
  put('worker-a');
  const { watch, seen } = await watched();
  put('worker-b');
  await waitFor('the new pod', () => seen.includes('worker-b'));
  server.remove('worker-a');
  await waitFor('the end of the old one', () => seen.includes('gone worker-a'));
  await watch.stop();
});

test('a watch that breaks is followed by a list, which finds what was missed', async () => {
  put('worker-a');
  const { watch, seen } = await watched();
  server.deaf = true;
  server.remove('worker-a');
  put('worker-b');
  assert.ok(!seen.includes('worker-b'), 'a deaf watch tells nothing');
  server.deaf = false;
  server.cut();
  await waitFor('both', () => seen.includes('gone worker-a') && seen.includes('worker-b'));
  assert.ok(
    seen.indexOf('gone worker-a') < seen.indexOf('worker-b'),
    'who is gone comes before who replaces it',
  );
  await watch.stop();
});

test('while Kubernetes refuses or is away, the pods stay as they were, and it is asked ever less often', async () => {
  put('worker-a');
  const { watch, seen } = await watched();
  server.failWith = 500;
  server.cut();
  const before = server.asked.length;
  await waitFor('some refusals', () => server.asked.length >= before + 3);
  assert.deepEqual(seen, ['worker-a']);
  assert.equal(watch.pods.size, 1);
  server.failWith = undefined;
  put('worker-b');
  await waitFor('the watch to come back', () => seen.includes('worker-b'));
  await watch.stop();
});

test('pods that the selector finds and another Deployment owns are none of ours', async () => {
  const pod = podObject('stranger');
  const [owner] = pod.metadata.ownerReferences;
  if (owner) owner.name = 'other-worker-5d9c';
  server.put(pod);
  put('worker-a');
  const { watch, seen } = await watched();
  assert.deepEqual(seen, ['worker-a']);
  await watch.stop();
});

test('a pod belongs to a Deployment through the ReplicaSet of its own template', () => {
  const base: Pod = {
    uid: 'u',
    name: 'n',
    labels: { 'pod-template-hash': 'h' },
    node: null,
    ip: null,
    owner: { kind: 'ReplicaSet', name: 'worker-h', uid: 'o' },
    ready: true,
    deleting: null,
    ended: null,
    terminated: [],
  };
  assert.equal(belongsTo(base, 'worker'), true);
  assert.equal(belongsTo(base, 'work'), false);
  assert.equal(belongsTo({ ...base, labels: {} }, 'worker'), false);
  assert.equal(belongsTo({ ...base, owner: null }, 'worker'), false);
  assert.equal(belongsTo({ ...base, owner: { kind: 'Job', name: 'worker-h', uid: 'o' } }, 'worker'), false);
});

test('a process was in a container that ended when it started before the second of the end, and is not guessed otherwise', () => {
  const end = { exitCode: 137, reason: 'Error', finishedAt: new Date('2024-01-01T00:00:10Z') };
  assert.equal(wasIn(new Date('2024-01-01T00:00:09.900Z'), end), true);
  assert.equal(
    wasIn(new Date('2024-01-01T00:00:10.001Z'), end),
    false,
    'it may be the next container’s process',
  );
});
