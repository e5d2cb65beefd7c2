import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Done, Epoch, effectKey } from '@checkpoint/contracts';
import type { Effect, JournalTool, SendContext } from '@checkpoint/journal';

/** Milliseconds that the slow provider takes: a card payment takes longer, a file store less. */
const SLOW_SEND_MS = 50;

/** Milliseconds for which a provider keeps its keys: a day, as payment providers do. */
const KEY_WINDOW_MS = 86_400_000;

export const SEND_NAMES = ['trivial', 'http', 'slow'] as const;
export type SendName = (typeof SEND_NAMES)[number];
export type Sends = Readonly<Record<SendName, JournalTool>>;

/** What is sent: the same with the journal and without it. */
export async function startSends(): Promise<{ sends: Sends; stop(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('./provider.ts', import.meta.url)), { stdio: 'inherit' });
  const [port] = (await once(child, 'message')) as [number];
  const agent = new Agent({ keepAlive: true });
  return {
    sends: {
      trivial: { delivery: 'idempotent', send: async ({ key }) => ({ value: { key } }) },
      http: {
        delivery: 'keyed',
        keyWindowMs: KEY_WINDOW_MS,
        send: (context) => post(port, agent, context),
      },
      slow: {
        delivery: 'idempotent',
        send: async ({ key }) => await delay(SLOW_SEND_MS, { value: { key } }),
      },
    },
    async stop() {
      agent.destroy();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Sends without any journal. */
export async function bareSend(tool: JournalTool, effect: Effect): Promise<Done> {
  if (tool.delivery === 'transactional') throw new TypeError('a transactional tool has no bare send');
  return await tool.send({
    ...{ key: effectKey(effect), epoch: Epoch.parse(1), bytes: effect.args },
    ...{ signal: NEVER_ABORTED, remainingMs: () => KEY_WINDOW_MS, at: async () => undefined },
  });
}

const NEVER_ABORTED = new AbortController().signal;

function post(port: number, agent: Agent, { key, bytes, signal }: SendContext): Promise<Done> {
  const { promise, resolve, reject } = Promise.withResolvers<Done>();
  const headers = { 'idempotency-key': key, 'content-length': Buffer.byteLength(bytes) };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', agent, headers, signal }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string };
      resolve({ value: { id }, providerRef: id });
    });
  });
  sent.once('error', reject);
  sent.end(bytes);
  return promise;
}
