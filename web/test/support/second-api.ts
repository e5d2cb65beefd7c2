import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@checkpoint/testing';
import type { Panel } from './panel.ts';

const SERVER = fileURLToPath(new URL('../../../services/api/src/server.ts', import.meta.url));

/** It starts in two seconds on an idle machine; this is for one that is busy with ten other things. */
const ANSWERS_WITHIN = { timeoutMs: 90_000, everyMs: 250 };

/** A second API on the stores of a stack, which asks who calls. Its workers are those of the stack. */
export interface SecondApi {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startApiThatAsks(
  panel: Panel,
  people: Readonly<Record<string, readonly string[]>>,
): Promise<SecondApi> {
  const port = await freePort();
  const tokens = Object.entries(people).map(([subject, roles]) => ({
    subject,
    roles,
    sha256: createHash('sha256').update(`token-of-${subject}`).digest('hex'),
  }));
  const child = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: panel.stack.databaseUrl,
      TEMPORAL_ADDRESS: panel.stack.temporalAddress,
      WITNESS_URL: panel.stack.witnessUrl,
      CHECKPOINT_API_PORT: String(port),
      CHECKPOINT_AUTH_TOKENS: JSON.stringify(tokens),
      CHECKPOINT_WEB_DIST: join(panel.stack.dataDir, 'web'),
      CHECKPOINT_FAULTS: 'allowed',
    },
  });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const answers = async () => (await fetch(`${url}/healthz`)).ok;
  await waitFor('the second API to answer', answers, ANSWERS_WITHIN).catch((thrown: unknown) => {
    child.kill('SIGKILL');
    throw thrown;
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
