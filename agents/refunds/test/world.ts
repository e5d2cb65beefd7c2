import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PaymentBalance, type PaymentPolicy, WitnessCounts, type WitnessFault } from '@checkpoint/contracts';
import { createTestDatabase, type TestDatabase } from '@checkpoint/testing';
import { RefundsInput, RefundsSettings, type Via } from '../input.ts';
import { refund } from './fixtures.ts';
import { type Performing, type RefundWorker, startWorker } from './performing.ts';

const SINK = fileURLToPath(new URL('../../../chaos/sink/src/server.ts', import.meta.url));
const WORKER = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

/** The journal's database, and the real witness as a process of its own with its own database. */
export interface World extends AsyncDisposable {
  readonly journal: TestDatabase;
  readonly paymentsUrl: string;
  worker(): Promise<RefundWorker>;
  /** A worker as a process of its own, performing this refund. */
  process(asked: Performing): { readonly id: string; readonly child: ChildProcess };
  /** A refund of a run of its own at an account of its own, which behaves like this. */
  asking(via: Via, account: { policy?: PaymentPolicy } & Partial<RefundsSettings>): Promise<Performing>;
  order(fault: Partial<WitnessFault>): Promise<void>;
  /** Orders of faults of this run that were played. */
  played(runId: string): Promise<number>;
  payments(runId: string): Promise<{ arrivals: number; refunds: number; duplicates: number }>;
  balance(account: string): Promise<PaymentBalance['totals']>;
}

export async function createWorld(): Promise<World> {
  const [journal, witness] = await Promise.all([
    createTestDatabase('journal'),
    createTestDatabase('witness'),
  ]);
  const { child: sink, url: paymentsUrl } = await startSink(witness.url);
  const workers: RefundWorker[] = [];
  const children: ChildProcess[] = [sink];
  return {
    journal,
    paymentsUrl,
    async worker() {
      const worker = await startWorker(journal.url);
      workers.push(worker);
      return worker;
    },
    process(asked) {
      const id = `test/${randomUUID()}`;
      const child = spawn(process.execPath, [WORKER, journal.url, id, JSON.stringify(asked)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      return { id, child };
    },
    async asking(via, { policy, ...settings }) {
      const runId = `run-${randomUUID().slice(0, 8)}`;
      const account = `shop-${runId}`;
      if (policy !== undefined) await sent(paymentsUrl, 'PUT', `/payments/${account}`, policy);
      const input = RefundsInput.parse({ account, via });
      return { runId, refund, input, settings: RefundsSettings.parse({ paymentsUrl, ...settings }) };
    },
    order: (fault) => sent(paymentsUrl, 'POST', '/faults', { kind: 'payment', ...fault }),
    async played(runId) {
      const text = `SELECT count(*)::int AS n FROM faults WHERE remaining = 0 AND "order"->>'runId' = $1`;
      return (await witness.pool.query(text, [runId])).rows[0].n;
    },
    async payments(runId) {
      const answer = await fetch(`${paymentsUrl}/counts?runId=${runId}`);
      const { arrivals, applications, duplicates } = WitnessCounts.parse(await answer.json()).byKind.payment;
      return { arrivals, refunds: applications, duplicates };
    },
    async balance(account) {
      const answer = await fetch(`${paymentsUrl}/payments/${account}/balance`);
      return PaymentBalance.parse(await answer.json()).totals;
    },
    async [Symbol.asyncDispose]() {
      for (const worker of workers) await worker.stop();
      for (const child of children) child.kill('SIGKILL');
      await Promise.all([journal.drop(), witness.drop()]);
    },
  };
}

async function sent(url: string, method: 'PUT' | 'POST', path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok)
    throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
}

/** Kills with SIGKILL and waits until the kernel has reported the death. */
export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function startSink(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [SINK], {
    env: {
      WITNESS_HTTP_PORT: '0',
      WITNESS_SMTP_PORT: '0',
      WITNESS_DATABASE_URL: databaseUrl,
      WITNESS_FAULTS: 'allowed',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { msg: string; http?: string };
    if (said.msg !== 'witness is running' || said.http === undefined) continue;
    // From here on nobody reads its log: it must not wait for a reader.
    child.stdout.resume();
    return { child, url: said.http };
  }
  throw new Error('the witness ended before it was running');
}
