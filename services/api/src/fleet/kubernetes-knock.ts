import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { KNOCK_TIMEOUT_MS, KNOCKS_MS } from './kubernetes-limits.ts';

/** What the kernel at an address says: somebody listens, nobody does, or nothing at all (a network in between). */
export type Knocked = 'open' | 'refused' | 'silent';

export function knock(host: string, port: number): Promise<Knocked> {
  const { promise, resolve } = Promise.withResolvers<Knocked>();
  const socket = connect({ host, port, timeout: KNOCK_TIMEOUT_MS });
  socket.unref();
  const end = (answer: Knocked): void => {
    socket.destroy();
    resolve(answer);
  };
  socket.once('connect', () => end('open'));
  socket.once('timeout', () => end('silent'));
  socket.once('error', (error: NodeJS.ErrnoException) =>
    end(error.code === 'ECONNREFUSED' ? 'refused' : 'silent'),
  );
  return promise;
}

/**
 * True once nobody listens there any more. A process that dies closes its sockets one after the other, so it is asked
 * several times; a living one, and a network that is cut, are given up after the last.
 */
export async function isClosed(host: string, port: number, stillWanted: () => boolean): Promise<boolean> {
  const startMs = performance.now();
  for (const afterMs of KNOCKS_MS) {
    await delay(Math.max(0, startMs + afterMs - performance.now()), undefined, { ref: false });
    if (!stillWanted()) return false;
    if ((await knock(host, port)) === 'refused') return true;
  }
  return false;
}
