import type { HeldWork } from '@checkpoint/contracts/api';
import type { Cluster, Pod } from './cluster.ts';
import { type CrashDemo, READY_MS } from './context.ts';
import { until } from './until.ts';

/**
 * `api`: DELETE /api/workers/{id}, which deletes the pod with grace 0. `kubectl`: the same by hand. Both send SIGTERM first.
 * `sigkill`: the node's runtime kills the container's process without notice.
 */
export const KILL_WAYS = ['api', 'kubectl', 'sigkill'] as const;
export type KillWay = (typeof KILL_WAYS)[number];

export interface Kill {
  readonly way: KillWay;
  readonly workerId: string;
  readonly pod: Pod;
  /** Unix milliseconds: Kubernetes had accepted the deletion, or the signal was about to be sent. */
  readonly acceptedMs: number;
  /** Unix milliseconds: the process was gone from its node. */
  readonly diedMs: number;
  /** What the worker had in flight. */
  readonly held: readonly HeldWork[];
  /** Effects that waited between send and settle when it was killed, as `run:step`. */
  readonly inGap: readonly string[];
  /** Another worker was ready at the moment of the kill. */
  readonly otherReady: boolean;
}

/** Milliseconds for a process to end after its pod's deletion: the kubelet grants at most the pod's own grace time. */
const DEATH_MS = 60_000;
/** Seconds between looks at a process from its own node: the resolution of its time of death. */
const DEATH_LOOK_S = '0.02';

/** Kills a worker, waits until its process is gone, and tells what it held and when what happened. */
export async function killWorker(demo: CrashDemo, way: KillWay, workerId: string): Promise<Kill> {
  const { cluster, product } = demo;
  const { workers } = await product.workers();
  const view = workers.find((worker) => worker.workerId === workerId);
  const pods = await cluster.pods('worker');
  const pod = pods.find(({ name }) => name === view?.pod?.name);
  if (view === undefined || pod === undefined) throw new Error(`worker ${workerId} has no pod`);
  const inGap = await heldInGap(demo, workerId);
  const watch = await watchDeath(cluster, pod);
  const otherReady = pods.some(({ uid, ready }) => uid !== pod.uid && ready);
  const acceptedMs = await WAYS[way](demo, workerId, pod, watch.containerId);
  const diedMs = await watch.diedMs;
  return { way, workerId, pod, acceptedMs, diedMs, held: view.holds, inGap, otherReady };
}

/** Waits until as many workers are ready as should be, so that a kill measures a resume and not the start of a pod. */
export async function fullFleet(demo: CrashDemo): Promise<void> {
  await until('all workers to be ready', READY_MS, async () => {
    const { workers, desired } = await demo.product.workers();
    const live = workers.filter(({ state, sessionSince }) => state === 'live' && sessionSince !== null);
    const ready = (await demo.cluster.pods('worker')).filter((pod) => pod.ready);
    return live.length >= desired && ready.length >= desired;
  });
}

async function heldInGap({ product, runIds }: CrashDemo, workerId: string): Promise<string[]> {
  const held = await Promise.all(
    runIds.map(async (runId) => {
      const { holds } = await product.holds(runId);
      return holds
        .filter((hold) => hold.workerId === workerId && hold.move === 'after_send')
        .map(({ step }) => `${runId}:${step}`);
    }),
  );
  return held.flat();
}

const WAYS: Readonly<
  Record<KillWay, (demo: CrashDemo, workerId: string, pod: Pod, containerId: string) => Promise<number>>
> = {
  async api({ product }, workerId) {
    const { observed, requestedAt } = await product.kill(workerId);
    return Date.parse(observed.pod?.killAcceptedAt ?? requestedAt);
  },
  async kubectl({ cluster, config }, _workerId, pod) {
    const atMs = Date.now();
    const force = ['--grace-period=0', '--force', '--wait=false'];
    await cluster.kubectl('-n', config.namespace, 'delete', 'pod', pod.name, ...force);
    // The command takes longer than the deletion: the latency counts from its start, the worse of the two.
    return atMs;
  },
  async sigkill({ cluster }, _workerId, pod, containerId) {
    const atMs = Date.now();
    await cluster.onNode(pod.node ?? '', 'ctr', '-n', 'k8s.io', 'task', 'kill', '-s', 'SIGKILL', containerId);
    return atMs;
  },
};

/** Watches the container's first process from its node, whose clock is this machine's. */
async function watchDeath(cluster: Cluster, { name, node, containerId }: Pod) {
  if (node === undefined || containerId === undefined) throw new Error(`pod ${name} runs on no node`);
  const inspected = await cluster.onNode(node, 'crictl', 'inspect', containerId);
  const pid: unknown = JSON.parse(inspected)?.info?.pid;
  if (typeof pid !== 'number') throw new Error(`the runtime of ${node} knows no process of ${name}`);
  const wait = `while [ -d /proc/${pid} ] && ! grep -q '^State:.Z' /proc/${pid}/status; do sleep ${DEATH_LOOK_S}; done 2>/dev/null; date +%s%3N`;
  const diedMs = cluster.onNode(node, 'timeout', String(DEATH_MS / 1_000), 'sh', '-c', wait).then(Number);
  // Whoever kills awaits it; until then its failure must not end this process.
  diedMs.catch(() => undefined);
  return { containerId, diedMs };
}
