import { execFile } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A live kind cluster as tests use it: an explicit kubeconfig, never the ambient context, and a namespace of its own. */
export interface LiveCluster {
  readonly namespace: string;
  readonly kubeconfig: string;
  kubectl(...args: string[]): Promise<string>;
  apply(object: object): Promise<void>;
  /** A command on the node of a pod, as its runtime. */
  onNodeOf(pod: string, ...command: string[]): Promise<string>;
  /** Containers of a pod that the node's runtime runs now. */
  runningIn(pod: string): Promise<string[]>;
  /** Makes a port of this machine's loopback reachable from pods; gives `host:port`. */
  expose(url: string): Promise<string>;
  close(): Promise<void>;
}

/** Long enough for a busy machine, ms. */
const COMMAND_MS = 120_000;

export async function openLiveCluster(kubeconfig: string, namespace: string): Promise<LiveCluster> {
  const doors: Server[] = [];
  const nodes = new Map<string, string>();
  const kubectl = async (...args: string[]): Promise<string> =>
    (await run('kubectl', ['--kubeconfig', kubeconfig, '-n', namespace, ...args], { timeout: COMMAND_MS }))
      .stdout;
  const apply = async (object: object): Promise<void> => {
    const child = run('kubectl', ['--kubeconfig', kubeconfig, '-n', namespace, 'apply', '-f', '-']);
    child.child.stdin?.end(JSON.stringify(object));
    await child;
  };
  const onNodeOf = async (pod: string, ...command: string[]): Promise<string> => {
    const node = nodes.get(pod) ?? (await kubectl('get', 'pod', pod, '-o', 'jsonpath={.spec.nodeName}'));
    nodes.set(pod, node);
    return (await run('docker', ['exec', node, ...command], { timeout: COMMAND_MS })).stdout;
  };
  await run('kubectl', ['--kubeconfig', kubeconfig, 'create', 'namespace', namespace]);
  await kubectl('label', 'namespace', namespace, 'pod-security.kubernetes.io/enforce=restricted');
  return {
    namespace,
    kubeconfig,
    kubectl,
    apply,
    onNodeOf,
    async runningIn(pod) {
      const label = ['--label', `io.kubernetes.pod.name=${pod}`, '--state', 'running', '-q'];
      return (await onNodeOf(pod, 'crictl', 'ps', ...label)).split('\n').filter((id) => id !== '');
    },
    async expose(url) {
      const { hostname, port } = new URL(url);
      const door = createServer((inside) => {
        const outside = connect({ host: hostname, port: Number(port) });
        inside.pipe(outside).pipe(inside);
        // A kernel that closes one side closes the other: that is what sessions are about.
        inside.on('error', () => outside.destroy()).on('close', () => outside.destroy());
        outside.on('error', () => inside.destroy()).on('close', () => inside.destroy());
      });
      doors.push(door);
      const host = gatewayOfKind();
      await new Promise<void>((resolve) => door.listen(0, host, resolve));
      return `${host}:${(door.address() as AddressInfo).port}`;
    },
    async close() {
      for (const door of doors) door.close();
      await run('kubectl', ['--kubeconfig', kubeconfig, 'delete', 'namespace', namespace, '--wait=false']);
    },
  };
}

/** This machine's address in kind's Docker network, which pods reach through their node. */
function gatewayOfKind(): string {
  const bridges = Object.entries(networkInterfaces()).filter(([name]) => name.startsWith('br-'));
  const found = bridges.flatMap(([, addresses]) => addresses ?? []).find(({ family }) => family === 'IPv4');
  if (found === undefined) throw new Error('no bridge of Docker on this machine: is the kind cluster up?');
  return found.address;
}
