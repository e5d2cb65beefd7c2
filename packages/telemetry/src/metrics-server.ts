import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asError } from '@checkpoint/contracts';
import type { Registry } from './registry.ts';

/** What a probe saw. `ok: false` answers 503, so that a kubelet acts on it. */
export interface ProbeAnswer {
  readonly ok: boolean;
  readonly [detail: string]: unknown;
}

export interface MetricsServerOptions {
  /** 0 lets the kernel pick one. */
  readonly port: number;
  /** Default: every address, since a kubelet and Prometheus come from other machines. */
  readonly host?: string;
  /** Served at `/metrics`; undefined: probes only. */
  readonly registry?: Registry;
  /** Further paths, such as `/livez`. */
  readonly probes?: Readonly<Record<string, () => ProbeAnswer>>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A scrape or a probe that has not sent its request by then holds a socket for nothing, ms. */
const REQUEST_TIMEOUT_MS = 5_000;

/**
 * Serves `/metrics` and probes on a port of their own, so that a network policy can tell them from the product's.
 * Throws what `listen` throws, such as EADDRINUSE. It keeps no process alive.
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { registry, probes = {} } = options;
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'GET only\n');
    const probe = Object.hasOwn(probes, path) ? probes[path] : undefined;
    if (probe !== undefined) return answerProbe(response, probe);
    if (path === '/metrics' && registry !== undefined) return void answerMetrics(response, registry);
    answer(response, 404, `not here: ${path}\n`);
  });
  await listening(server, options);
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listening(server: Server, { port, host }: MetricsServerOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  return promise.finally(() => server.off('error', reject));
}

function answerProbe(response: ServerResponse, probe: () => ProbeAnswer): void {
  const seen = probe();
  answer(response, seen.ok ? 200 : 503, `${JSON.stringify(seen)}\n`, 'application/json');
}

async function answerMetrics(response: ServerResponse, registry: Registry): Promise<void> {
  try {
    answer(response, 200, await registry.metrics(), registry.contentType);
  } catch (thrown) {
    answer(response, 500, `${asError(thrown).message}\n`);
  }
}

function answer(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
