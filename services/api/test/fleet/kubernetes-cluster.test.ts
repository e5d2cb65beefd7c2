/**
 * The contract of fleets on a live kind cluster, with real workers in real pods. It runs where CHECKPOINT_E2E_KUBECONFIG names
 * a kubeconfig and CHECKPOINT_E2E_WORKER_IMAGE the worker's image in its nodes, and says so where not.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { testCluster } from '@checkpoint/testing';
import { createHarness } from '../support/harness.ts';
import { openLiveCluster } from '../support/live-cluster.ts';
import { workerDeployment } from '../support/worker-deployment.ts';
import { fleetContract } from './contract.ts';

const live = testCluster();
/** A pod is scheduled, starts, bundles nothing and registers: seconds on a quiet machine, ms. */
const PATIENCE_MS = 180_000;
const DEPLOYMENT = 'worker';

if (live === undefined) {
  test('the fleet of pods on a live cluster', {
    skip: 'set CHECKPOINT_E2E_KUBECONFIG and CHECKPOINT_E2E_WORKER_IMAGE',
  });
} else {
  const { kubeconfig, workerImage } = live;
  fleetContract('pods', async () => {
    const cluster = await openLiveCluster(kubeconfig, `fleet-test-${randomUUID().slice(0, 8)}`);
    const bare = await createHarness();
    const runtime = await bare.another({
      fleet: {
        kind: 'kubernetes',
        kubernetes: {
          namespace: cluster.namespace,
          selector: `app=${DEPLOYMENT}`,
          deployment: DEPLOYMENT,
          kubeconfig,
        },
      },
    });
    await runtime.app.listen({ host: '127.0.0.1', port: 0 });
    await runtime.start();
    const { port } = runtime.app.server.address() as AddressInfo;
    const database = new URL(bare.database.url);
    database.host = await cluster.expose(bare.database.url);
    const { temporal } = bare.config;
    await cluster.apply(
      workerDeployment(DEPLOYMENT, workerImage, {
        DATABASE_URL: database.href,
        TEMPORAL_ADDRESS: await cluster.expose(`http://${temporal.address}`),
        TEMPORAL_NAMESPACE: temporal.namespace,
        CHECKPOINT_TASK_QUEUE: temporal.taskQueue,
        CHECKPOINT_API_URL: `http://${await cluster.expose(`http://127.0.0.1:${port}`)}`,
      }),
    );
    const podOf = (workerId: string): string => workerId.slice(0, workerId.indexOf('/'));
    const signal = async (workerId: string, name: string): Promise<void> => {
      for (const id of await cluster.runningIn(podOf(workerId))) {
        await cluster.onNodeOf(
          podOf(workerId),
          ...['ctr', '-n', 'k8s.io', 'task', 'kill', '--all', '-s', name, id],
        );
      }
    };
    return {
      runtime,
      action: 'pod_delete',
      // The host has no route to the pods, so no port is knocked at: the runtime's word comes within some seconds.
      evidence: ['port_closed', 'stream_closed', 'exit'],
      patienceMs: PATIENCE_MS,
      killOutside: (workerId) => signal(workerId, 'SIGKILL'),
      freeze: (workerId) => signal(workerId, 'SIGSTOP'),
      isGone: async (workerId) => (await cluster.runningIn(podOf(workerId))).length === 0,
      async close() {
        await bare.close();
        await cluster.close();
      },
    };
  });
}
