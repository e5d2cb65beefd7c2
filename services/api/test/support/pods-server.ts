import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const NAMESPACE = 'work';
export const DEPLOYMENT = 'checkpoint-worker';
export const SELECTOR = 'app=worker';
const HASH = '5d9c';

/** A pod as Kubernetes sends it: what the fleet reads of it. */
export interface PodObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly ownerReferences: {
      readonly apiVersion: string;
      readonly kind: string;
      name: string;
      readonly uid: string;
      readonly controller: boolean;
    }[];
    readonly deletionTimestamp?: Date;
    readonly deletionGracePeriodSeconds?: number;
  };
  readonly spec: { readonly nodeName: string; readonly containers: readonly { readonly name: string }[] };
  readonly status: PodStatus;
}

export interface PodStatus {
  readonly phase: string;
  readonly podIP: string;
  readonly conditions: readonly { readonly type: string; readonly status: string }[];
  readonly reason?: string;
  readonly containerStatuses?: readonly {
    readonly name: string;
    readonly lastState: {
      readonly terminated: { readonly exitCode: number; readonly reason: string; readonly finishedAt: Date };
    };
  }[];
}

/** The part of Kubernetes' HTTP API that speaks of pods, in memory: list, watch, read, delete with a uid. */
export interface PodsServer {
  readonly kubeconfig: string;
  readonly pods: Map<string, PodObject>;
  /** Requests so far, as `GET list`, `GET watch`, `GET pod`, `DELETE pod`. */
  readonly asked: string[];
  /** Answers every request with this status until it is undefined. */
  failWith: number | undefined;
  /** Watches say nothing any more, although they stay open. */
  deaf: boolean;
  put(pod: PodObject): void;
  remove(name: string): void;
  /** Breaks every open watch. */
  cut(): void;
  close(): Promise<void>;
}

/** A pod of the Deployment, ready, as a kubelet would report it. */
export function podObject(name: string, more: Partial<PodStatus> = {}): PodObject {
  return {
    metadata: {
      name,
      uid: randomUUID(),
      namespace: NAMESPACE,
      labels: { app: 'worker', 'pod-template-hash': HASH },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'ReplicaSet',
          name: `${DEPLOYMENT}-${HASH}`,
          uid: 'replica-set',
          controller: true,
        },
      ],
    },
    spec: { nodeName: 'node-1', containers: [{ name: 'worker' }] },
    status: {
      phase: 'Running',
      podIP: '127.0.0.1',
      conditions: [{ type: 'Ready', status: 'True' }],
      ...more,
    },
  };
}

export async function startPodsServer(): Promise<PodsServer> {
  const watches = new Set<ServerResponse>();
  let version = 1;
  let kubeconfig = '';
  const tell = (type: string, object: unknown): void => {
    if (state.deaf) return;
    for (const response of watches) response.write(`${JSON.stringify({ type, object })}\n`);
  };
  const state: PodsServer = {
    get kubeconfig() {
      return kubeconfig;
    },
    pods: new Map(),
    asked: [],
    failWith: undefined,
    deaf: false,
    put(pod) {
      version += 1;
      const name = pod.metadata.name;
      const type = state.pods.has(name) ? 'MODIFIED' : 'ADDED';
      state.pods.set(name, pod);
      tell(type, pod);
    },
    remove(name) {
      version += 1;
      const pod = state.pods.get(name);
      state.pods.delete(name);
      if (pod !== undefined) tell('DELETED', pod);
    },
    cut() {
      for (const response of watches) response.destroy();
    },
    async close() {
      state.cut();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    void answer(state, request, response, { watches, version: () => String(version) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  kubeconfig = kubeconfigFor((server.address() as AddressInfo).port);
  return state;
}

async function answer(
  state: PodsServer,
  request: IncomingMessage,
  response: ServerResponse,
  { watches, version }: { watches: Set<ServerResponse>; version: () => string },
): Promise<void> {
  const url = new URL(request.url ?? '', 'http://kubernetes');
  const name = url.pathname.split('/')[6];
  const watching = url.searchParams.get('watch') === 'true';
  state.asked.push(`${request.method} ${name === undefined ? (watching ? 'watch' : 'list') : 'pod'}`);
  if (state.failWith !== undefined) return refuse(response, state.failWith, 'the test wants it so');
  if (watching) {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
    watches.add(response);
    response.once('close', () => watches.delete(response));
    return;
  }
  if (name === undefined) {
    return send(response, 200, {
      kind: 'PodList',
      metadata: { resourceVersion: version() },
      items: [...state.pods.values()],
    });
  }
  const pod = state.pods.get(name);
  if (pod === undefined) return refuse(response, 404, `pods "${name}" not found`);
  if (request.method === 'DELETE') {
    const body = JSON.parse(await textOf(request)) as {
      gracePeriodSeconds: number;
      preconditions: { uid: string };
    };
    if (body.preconditions.uid !== pod.metadata.uid) return refuse(response, 409, 'the UID does not match');
    if (body.gracePeriodSeconds === 0) state.remove(name);
  }
  return send(response, 200, pod);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, code: number, message: string): void {
  send(response, code, { kind: 'Status', status: 'Failure', code, message });
}

function kubeconfigFor(port: number): string {
  const file = join(mkdtempSync(join(tmpdir(), 'pods-server-')), 'kubeconfig');
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 't', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ],
    users: [{ name: 't', user: {} }],
    contexts: [{ name: 't', context: { cluster: 't', user: 't' } }],
    'current-context': 't',
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}
