import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { CrashDemoConfig } from './config.ts';

const run = promisify(execFile);

/** Milliseconds for one command: a drained node may take a minute to let its pods go. */
const COMMAND_MS = 120_000;
/** Bytes of one answer: a list of pods takes some 10 kB each. */
const MAX_ANSWER_BYTES = 16_000_000;

const PodList = z.object({
  items: z.array(
    z.object({
      metadata: z.object({
        name: z.string(),
        uid: z.string(),
        deletionTimestamp: z.string().optional(),
      }),
      spec: z.object({ nodeName: z.string().optional() }),
      status: z.object({
        phase: z.string().optional(),
        conditions: z.array(z.object({ type: z.string(), status: z.string() })).default([]),
        containerStatuses: z.array(z.object({ containerID: z.string().optional() })).default([]),
      }),
    }),
  ),
});

export interface Pod {
  readonly name: string;
  readonly uid: string;
  readonly node: string | undefined;
  readonly ready: boolean;
  /** Of its first container, as the node's runtime knows it. */
  readonly containerId: string | undefined;
}

export type Component = 'api' | 'worker' | 'witness' | 'postgres' | 'temporal' | 'prometheus';

/** The cluster as its operator sees it: kubectl with an explicit context, and the nodes' own runtime. */
export interface Cluster {
  kubectl(...args: string[]): Promise<string>;
  /** Pods of a component that are not being deleted. */
  pods(component: Component): Promise<readonly Pod[]>;
  /** Runs a command on a node. */
  onNode(node: string, ...command: string[]): Promise<string>;
  /** Forwards a free local port to a service; returns the port and what ends it. */
  forward(namespace: string, service: string, port: number): Promise<Forward>;
}

export interface Forward {
  readonly url: string;
  close(): void;
}

export function openCluster(config: CrashDemoConfig): Cluster {
  const env = {
    ...{ HOME: process.env.HOME, PATH: `${config.bin}:${process.env.PATH}` },
    KUBECONFIG: config.kubeconfig,
  };
  const options = { env, timeout: COMMAND_MS, maxBuffer: MAX_ANSWER_BYTES };
  const kubectl = async (...args: string[]) =>
    (await run('kubectl', ['--context', config.context, ...args], options)).stdout;
  return {
    kubectl,
    async pods(component) {
      const selector = `app.kubernetes.io/component=${component}`;
      const listed = await kubectl('-n', config.namespace, 'get', 'pods', '-l', selector, '-o', 'json');
      return PodList.parse(JSON.parse(listed))
        .items.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
        .map(({ metadata, spec, status }) => ({
          ...{ name: metadata.name, uid: metadata.uid, node: spec.nodeName },
          ready: status.conditions.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
          containerId: status.containerStatuses[0]?.containerID?.replace(/^.*:\/\//, ''),
        }));
    },
    onNode: async (node, ...command) => (await run('docker', ['exec', node, ...command], options)).stdout,
    async forward(namespace, service, port) {
      const args = [
        '--context',
        config.context,
        '-n',
        namespace,
        'port-forward',
        `service/${service}`,
        `:${port}`,
      ];
      const child = spawn('kubectl', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [first] = (await once(child.stdout, 'data')) as [Buffer];
      const local = /127\.0\.0\.1:(\d+)/.exec(String(first))?.[1];
      if (local === undefined) throw new Error(`kubectl port-forward said: ${first}`);
      return { url: `http://127.0.0.1:${local}`, close: () => void child.kill() };
    },
  };
}
