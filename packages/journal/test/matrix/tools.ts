/** One tool of each delivery class, against the real witness: a row, a file, and three payment accounts. */
import { request as open } from 'node:http';
import { type DeliveryClass, type Done, NotSent, type ProbeResult, Refused } from '@checkpoint/contracts';
import type { JournalTool, SendContext, TransactionalContext } from '../../src/index.ts';

/** What the provider of each account offers; the runner tells the witness. */
export const ACCOUNTS = {
  keyed: { idempotency: { windowMs: 3_600_000 }, lookup: 'none' },
  probed: { idempotency: 'none', lookup: { lagMs: 0 } },
  unrepeatable: { idempotency: 'none', lookup: 'none' },
} as const;

/** Milliseconds after a death until nothing of the dead process can land on loopback. */
const SETTLE_WINDOW_MS = 300;
const KEY_WINDOW_MS = 600_000;

export interface ToolOptions {
  readonly witnessUrl: string;
  readonly timeoutMs: number;
  readonly keyWindowMs?: number;
  readonly maxTries?: number;
  /** The look-up answers that it cannot tell. */
  readonly blind?: boolean;
}

export function toolOf(delivery: DeliveryClass, options: ToolOptions): JournalTool {
  const { witnessUrl, timeoutMs, maxTries = 20 } = options;
  const base = { timeoutMs, maxTries };
  const refund = (headers: 'key' | 'none') => async (context: SendContext) =>
    await inTwoParts('POST', `${witnessUrl}/payments/${delivery}/refunds`, context, {
      'content-type': 'application/json',
      ...(headers === 'key' ? { 'idempotency-key': context.key } : {}),
    });
  switch (delivery) {
    case 'transactional':
      return { ...base, delivery, send: writeRow };
    case 'idempotent':
      return {
        ...base,
        delivery,
        send: async (context) => await inTwoParts('PUT', fileOf(witnessUrl, context.key), context, {}),
      };
    case 'keyed':
      return { ...base, delivery, keyWindowMs: options.keyWindowMs ?? KEY_WINDOW_MS, send: refund('key') };
    case 'probed':
      return {
        ...{ ...base, delivery, settleWindowMs: SETTLE_WINDOW_MS, send: refund('none') },
        probe: (context) => lookUp(witnessUrl, context, options.blind === true),
      };
    case 'unrepeatable':
      return { ...base, delivery, send: refund('none') };
  }
}

async function writeRow({ client, key, epoch, at, remainingMs }: TransactionalContext): Promise<Done> {
  const text =
    'INSERT INTO ledger_rows (run_id, effect_key, effect_epoch, document_id) VALUES ($1, $2, $3, $4)';
  await client.query(text, [key.split(':')[0], key, epoch, 'doc-1']);
  await at('mid_send');
  if (remainingMs() <= 0) throw new Error('no time is left');
  return { value: { row: key } };
}

const fileOf = (witnessUrl: string, key: string): string =>
  `${witnessUrl}/files/${key.split(':')[0]}/note.txt`;

/** Headers and the first half; then, if the attempt still may, the rest. Half a request is none. */
async function inTwoParts(
  method: 'PUT' | 'POST',
  url: string,
  context: SendContext,
  headers: Record<string, string>,
): Promise<Done> {
  const body = Buffer.from(context.bytes);
  const half = Math.floor(body.length / 2);
  const call = open(url, {
    method,
    signal: context.signal,
    headers: {
      ...headers,
      'content-length': String(body.length),
      'x-effect-key': context.key,
      'x-effect-epoch': String(context.epoch),
    },
  });
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
  });
  // Awaited below; without this a failure during the first part would be nobody's.
  answer.catch(() => undefined);
  await new Promise<void>((resolve) => void call.write(body.subarray(0, half), () => resolve()));
  await context.at('mid_send');
  if (context.remainingMs() <= 0) {
    call.destroy();
    throw new Error('no time is left for the second part');
  }
  call.end(body.subarray(half));
  return read(await answer.catch(asNotSent));
}

function asNotSent(error: NodeJS.ErrnoException): never {
  if (error.code === 'ECONNREFUSED') throw new NotSent('the witness does not listen', { cause: error });
  throw error;
}

function read({ status, text }: { status: number; text: string }): Done {
  if (status >= 400 && status < 500) throw new Refused(`the witness said ${status}: ${text}`);
  if (status >= 500) throw new Error(`the witness said ${status}`);
  const answered = JSON.parse(text) as { id?: string; sha256?: string };
  return { value: { done: true }, providerRef: answered.id ?? answered.sha256 ?? 'done' };
}

async function lookUp(
  witnessUrl: string,
  { key, signal }: SendContext,
  blind: boolean,
): Promise<ProbeResult> {
  if (blind) return { kind: 'cannotTell', reason: 'the look-up is away' };
  const response = await fetch(`${witnessUrl}/payments/probed/refunds?effectKey=${encodeURIComponent(key)}`, {
    signal,
  });
  if (!response.ok) throw new Error(`the look-up said ${response.status}`);
  const { refunds } = (await response.json()) as { refunds: { id: string }[] };
  const [first] = refunds;
  return first === undefined
    ? { kind: 'absent' }
    : { kind: 'done', value: { done: true }, providerRef: first.id };
}
