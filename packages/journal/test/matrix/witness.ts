/** The real witness as a process of its own, and what it counted. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WitnessKeyList } from '@checkpoint/contracts';
import { REPOSITORY } from '@checkpoint/local';
import { createTestDatabase } from '@checkpoint/testing';
import { ACCOUNTS } from './tools.ts';

export interface Counted {
  readonly arrivals: number;
  readonly applications: number;
}

export interface Witness {
  readonly url: string;
  /** What the witness saw of this effect. Throws when it cannot look: no answer is no zero. */
  counted(key: string): Promise<Counted>;
  order(fault: object): Promise<void>;
  close(): Promise<void>;
}

/** Starts it with a database of its own; it looks at the ledger rows of the given journal database. */
export async function startWitness(ledgerUrl: string): Promise<Witness> {
  const database = await createTestDatabase('witness');
  const child = spawn(process.execPath, [join(REPOSITORY, 'chaos/sink/src/server.ts')], {
    env: {
      PATH: process.env.PATH,
      ...{ WITNESS_HTTP_PORT: '0', WITNESS_SMTP_PORT: '0', WITNESS_FAULTS: 'allowed' },
      ...{ WITNESS_DATABASE_URL: database.url, WITNESS_LEDGER_DATABASE_URL: ledgerUrl },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the witness ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const { msg, http } = JSON.parse(line) as { msg: string; http?: string };
      if (msg === 'witness is running' && http !== undefined) resolve(http);
    });
  });
  const json = async (method: string, path: string, body: unknown): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  };
  for (const [account, policy] of Object.entries(ACCOUNTS)) await json('PUT', `/payments/${account}`, policy);
  return {
    url,
    order: (fault) => json('POST', '/faults', fault),
    async counted(key) {
      const response = await fetch(`${url}/keys?runId=${key.split(':')[0]}`);
      if (!response.ok) throw new Error(`the witness said ${response.status}: ${await response.text()}`);
      const { keys } = WitnessKeyList.parse(await response.json());
      const mine = keys.filter(({ effectKey }) => effectKey.startsWith(`${key.split(':')[0]}:`));
      return {
        arrivals: mine.reduce((sum, { arrivals }) => sum + arrivals, 0),
        applications: mine.reduce((sum, { applications }) => sum + applications, 0),
      };
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await database.drop();
    },
  };
}
