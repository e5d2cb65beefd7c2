import type { Component } from './cluster.ts';
import { type CrashDemo, READY_MS } from './context.ts';
import { until } from './until.ts';

/** Milliseconds for a node to let its pods go: a worker's grace time, and some for the API. */
const DRAIN_TIMEOUT = '90s';

/** Deletes the pod of a part that the runs depend on, waits until it is replaced, and checks that the runs go on. */
export async function losePart(demo: CrashDemo, component: Component): Promise<void> {
  const { cluster, config, checks } = demo;
  const [victim] = await cluster.pods(component);
  if (victim === undefined) throw new Error(`there is no pod of ${component}`);
  const atMs = Date.now();
  // With force a second Postgres could start on the files of the first: its deletion waits for the process.
  const how = component === 'postgres' ? [] : ['--grace-period=0', '--force'];
  await cluster.kubectl('-n', config.namespace, 'delete', 'pod', victim.name, '--wait=false', ...how);
  const next = await until(`a pod of ${component} to be ready again`, READY_MS, async () => {
    const pods = await cluster.pods(component);
    return pods.find((pod) => pod.ready && pod.uid !== victim.uid);
  });
  const readyMs = Date.now();
  const steps = await stepsOf(demo);
  const later = await untilProgress(demo, steps);
  checks.check(
    `${component}’s pod deleted in the middle: the runs go on by themselves`,
    later > steps,
    `${victim.name} → ${next.name}, ready after ${seconds(readyMs - atMs)} s; ${later - steps} steps begun within ${seconds(Date.now() - readyMs)} s of that`,
  );
}

/** Drains the node that runs most workers, checks that the runs go on, and gives the node back. */
export async function drainNode(demo: CrashDemo): Promise<void> {
  const { cluster, checks } = demo;
  const pods = await cluster.pods('worker');
  const nodes = pods.flatMap(({ node }) => node ?? []);
  const count = (node: string) => nodes.filter((other) => other === node).length;
  const [node] = [...new Set(nodes)].sort((a, b) => count(b) - count(a));
  if (node === undefined) throw new Error('no worker runs on any node');
  const atMs = Date.now();
  const steps = await stepsOf(demo);
  try {
    await cluster.kubectl(
      'drain',
      node,
      '--ignore-daemonsets',
      '--delete-emptydir-data',
      `--timeout=${DRAIN_TIMEOUT}`,
    );
    const left = (await cluster.pods('worker')).filter((pod) => pod.node === node);
    const drainedMs = Date.now();
    const later = await untilProgress(demo, steps);
    checks.check(
      'a node drained in the middle: the runs go on elsewhere',
      left.length === 0 && later > steps,
      `${node} with ${count(node)} workers empty after ${seconds(drainedMs - atMs)} s; ${later - steps} steps begun meanwhile`,
    );
  } finally {
    await cluster.kubectl('uncordon', node);
  }
}

/** Waits until a further step has begun, or no run is left that could begin one. */
async function untilProgress(demo: CrashDemo, before: number): Promise<number> {
  return await until('the runs to go on', READY_MS, async () => {
    const now = await stepsOf(demo);
    return now > before ? now : undefined;
  });
}

/** Steps begun by all runs of the demo together. */
async function stepsOf({ product, runIds }: CrashDemo): Promise<number> {
  return await until('the API to answer', READY_MS, async () => {
    const runs = await Promise.all(runIds.map((runId) => product.run(runId)));
    return runs.reduce((sum, { step }) => sum + step, 0);
  });
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
