/** Temporal's development server, as the SDK downloads it. It keeps its state in a SQLite file, not on Postgres. */
import { join } from 'node:path';
import { startChild } from '../os/child.ts';
import { LOOPBACK } from '../os/ports.ts';
import { untilReady } from '../os/until.ts';
import { accountEnvironment } from './account.ts';
import { DYNAMIC_SETTINGS } from './dynamic-config.ts';
import { ensureNamespace, serverAnswers } from './namespace.ts';
import type { Temporal } from './server.ts';

export type DevServerOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly namespace: string;
  readonly cli: string;
};

const READY_WITHIN_MS = 60_000;

/** Starts the development server and resolves once the namespace can be used. */
export async function startDevServer(options: DevServerOptions): Promise<Temporal> {
  const settings = DYNAMIC_SETTINGS.flatMap(({ key, value }) => [
    '--dynamic-config-value',
    // Durations are JSON strings here, numbers and booleans are themselves.
    `${key}=${/^(true|false|\d+)$/.test(value) ? value : JSON.stringify(value)}`,
  ]);
  const file = join(options.dataDir, 'temporal.sqlite');
  const places = ['--ip', LOOPBACK, '--port', String(options.port), '--db-filename', file];
  const child = await startChild({
    name: 'temporal',
    dataDir: options.dataDir,
    command: options.cli,
    args: ['server', 'start-dev', '--headless', '--log-level', 'warn', ...places, ...settings],
    env: accountEnvironment(),
    stop: [{ signal: 'SIGTERM', graceMs: 8_000 }],
  });
  const address = `${LOOPBACK}:${options.port}`;
  await untilReady(child, 'waiting for an answer over gRPC', () => serverAnswers(address), READY_WITHIN_MS);
  await ensureNamespace(address, options.namespace, READY_WITHIN_MS);
  return { child, address };
}
