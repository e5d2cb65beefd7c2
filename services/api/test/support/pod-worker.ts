import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import type { Harness } from './harness.ts';
import type { PodObject } from './pods-server.ts';
import { insertWorker } from './rows.ts';

/** What the API sees of a worker in a pod: a row, a session with its place, and a port that listens. */
export interface PodWorker {
  readonly workerId: string;
  /** What the API said on the stream. */
  said(): string;
  /** How often somebody knocked at its port. */
  knocks(): number;
  /** Ends the session, and leaves the port as it is: a network did that. */
  cut(): void;
  connect(): Promise<void>;
  /** As a kernel does when the process dies: port and session are closed. */
  die(): Promise<void>;
  close(): void;
}

export interface PodWorkerOptions {
  readonly url: string;
  readonly pod: PodObject;
  readonly startedAt?: Date;
  readonly leaseSeconds?: number;
}

export async function startPodWorker(harness: Harness, options: PodWorkerOptions): Promise<PodWorker> {
  const { url, pod, startedAt = new Date(), leaseSeconds = 60 } = options;
  const { name, uid } = pod.metadata;
  const workerId = await insertWorker(harness.database.pool, { host: name, leaseSeconds });
  let knocks = 0;
  const port: Server = createServer((socket) => {
    knocks += 1;
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  await once(port, 'listening');
  const query = new URLSearchParams({
    pod: name,
    podUid: uid,
    node: 'node-1',
    startedAt: startedAt.toISOString(),
    port: String((port.address() as AddressInfo).port),
  });
  let text = '';
  const hear = (part: string): void => {
    text += part;
  };
  let stream = new AbortController();
  const connect = async (): Promise<void> => {
    stream = new AbortController();
    const response = await fetch(`${url}/api/workers/${encodeURIComponent(workerId)}/session?${query}`, {
      headers: { accept: 'text/event-stream' },
      signal: stream.signal,
    });
    void response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeTo(new WritableStream({ write: hear }))
      .catch(() => undefined);
  };
  await connect();
  return {
    workerId,
    said: () => text,
    knocks: () => knocks,
    cut: () => stream.abort(),
    connect,
    async die() {
      const closed = once(port, 'close');
      port.close();
      stream.abort();
      await closed;
    },
    close() {
      stream.abort();
      port.close();
    },
  };
}
