import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Child, startChild } from '../os/child.ts';
import { answersOk } from '../os/http.ts';
import { LOOPBACK } from '../os/ports.ts';
import { untilReady } from '../os/until.ts';
import { accountEnvironment } from '../temporal/account.ts';

export type UiOptions = {
  readonly dataDir: string;
  readonly port: number;
  readonly binary: string;
  readonly temporalAddress: string;
  readonly namespace: string;
};

const READY_WITHIN_MS = 30_000;

/** Starts Temporal's own web UI on loopback. It reads its configuration from a folder only, so one is written. */
export async function startTemporalUi(options: UiOptions): Promise<Child> {
  const folder = join(options.dataDir, 'temporal-ui');
  mkdirSync(folder, { recursive: true });
  const settings = [
    `temporalGrpcAddress: ${options.temporalAddress}`,
    `host: ${LOOPBACK}`,
    `port: ${options.port}`,
    'enableUi: true',
    `defaultNamespace: ${options.namespace}`,
    // Nothing of this stack asks the internet for anything.
    'disableNewsFetch: true',
    'cors:',
    '  allowOrigins: []',
  ];
  writeFileSync(join(folder, 'development.yaml'), `${settings.join('\n')}\n`);
  const child = await startChild({
    name: 'temporal-ui',
    dataDir: options.dataDir,
    command: options.binary,
    args: ['--root', options.dataDir, '--config', 'temporal-ui', '--env', 'development', 'start'],
    env: accountEnvironment(),
    stop: [{ signal: 'SIGTERM', graceMs: 3_000 }],
  });
  await untilReady(
    child,
    'waiting for its page',
    () => answersOk(`http://${LOOPBACK}:${options.port}/`),
    READY_WITHIN_MS,
  );
  return child;
}
