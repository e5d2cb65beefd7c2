/**
 * A TCP proxy that can fall silent without closing anything: what a network does that loses packets of an open
 * connection. (The idea is pg-boss's half-open proxy.)
 */
import { connect, createServer, type Socket } from 'node:net';

export type Silence = 'both ways' | 'answers only';

export interface Proxy {
  readonly url: string;
  fallSilent(how: Silence): void;
  /** The network gives the open connections up; new ones pass again. */
  heal(): void;
  close(): Promise<void>;
}

/** Stands before the server of a postgres:// address. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [client: Socket, server: Socket]>();
  let silence: Silence | undefined;
  const proxy = createServer((client) => {
    const server = connect({ host: hostname, port: Number(port) });
    const pair = [client, server] as const;
    pairs.add(pair);
    client.on('data', (chunk) => void (silence !== 'both ways' && server.write(chunk)));
    server.on('data', (chunk) => void (silence === undefined && client.write(chunk)));
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        // Silence hides an end too: the other side learns of it when the network heals.
        if (silence !== undefined) return;
        for (const each of pair) each.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((proxy.address() as { port: number }).port);
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    pairs.clear();
  };
  return {
    url: url.href,
    fallSilent(how) {
      silence = how;
    },
    heal() {
      silence = undefined;
      cut();
    },
    async close() {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
