import { type Done, done, type EffectContext, type ProbeResult, Refused } from '@checkpoint/agent';
import { z } from 'zod';
import { sendSignal } from '../lib/deadline.ts';
import { type LeavesOpen, sendHttp } from '../lib/http.ts';
import { type LookedUp, lookUp } from '../lib/look-up.ts';
import { below } from '../lib/url.ts';
import { RefundsInput, type RefundsSettings, type Via } from './input.ts';

type Context = EffectContext<RefundsSettings>;

/** Milliseconds of one attempt: a provider answers within some seconds, or its answer is lost. */
export const REFUND_TIMEOUT_MS = 10_000;

const Made = z.object({
  id: z.string().min(1),
  chargeId: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
});
type Made = z.infer<typeof Made>;

/** An earlier request with this key is still being worked on: whether it goes through, nobody knows yet. */
const KEY_IN_PROGRESS = 'IDEMPOTENCY_KEY_IN_PROGRESS';

/**
 * Asks the provider for a refund, in the stored bytes. Throws NotSent when no connection came up, Refused when the
 * provider said no for good or the run was started for another tool, and any other error when nobody knows whether
 * money moved: a time-out, a reset, a 5xx, a key in progress.
 */
export async function sendRefund(
  context: Context,
  via: Via,
  headers: Record<string, string> = {},
): Promise<Done> {
  const { account, via: wanted } = RefundsInput.parse(context.agentInput);
  if (via !== wanted) throw new Refused(`this run refunds with refund_${wanted}; nothing was sent`);
  const url = below(context.settings.paymentsUrl, 'payments', account, 'refunds');
  const response = await sendHttp(
    url,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-effect-key': context.key,
        'x-effect-epoch': String(context.epoch),
        ...headers,
      },
      body: context.bytes,
      signal: sendSignal(context),
    },
    leavesOpen,
  );
  const made = Made.parse(await response.json());
  return done(shown(made), { providerRef: made.id });
}

const Problem = z.object({ code: z.string() });

const leavesOpen: LeavesOpen = (status, body) => {
  if (status !== 409) return false;
  try {
    return Problem.parse(JSON.parse(body)).code === KEY_IN_PROGRESS;
  } catch {
    // A conflict that nobody explains may be a key in progress: open, never refused.
    return true;
  }
};

const Found = z.object({ account: z.string(), effectKey: z.string(), refunds: z.array(Made) });

/** What the provider's look-up says about this key. Throws when it does not answer, to be asked again. */
export async function lookUpRefund(key: string, context: Context): Promise<ProbeResult> {
  const { account } = RefundsInput.parse(context.agentInput);
  const url = below(context.settings.paymentsUrl, 'payments', account, 'refunds');
  url.searchParams.set('effectKey', key);
  const answer = await lookUp(url, context.signal, `the refund ${key}`);
  return read(answer, { account, key, bytes: context.bytes });
}

interface Question {
  readonly account: string;
  readonly key: string;
  readonly bytes: string;
}

/** An empty list counts as absent only when the look-up repeats the question: a wrong address may answer anything. */
function read({ status, json, text }: LookedUp, asked: Question): ProbeResult {
  const found = Found.safeParse(json);
  const isAnswer =
    status === 200 &&
    found.success &&
    found.data.account === asked.account &&
    found.data.effectKey === asked.key;
  if (!isAnswer) {
    const reason = `the look-up of ${asked.key} was answered with ${status}: ${text.slice(0, 200)}`;
    return { kind: 'cannotTell', reason };
  }
  const [first] = found.data.refunds;
  if (first === undefined) return { kind: 'absent' };
  if (!isWhatWasSent(first, asked.bytes)) {
    return { kind: 'cannotTell', reason: `${first.id} stands under ${asked.key} and is another refund` };
  }
  return { kind: 'done', value: shown(first), providerRef: first.id };
}

const Sent = Made.omit({ id: true });

function isWhatWasSent(made: Made, bytes: string): boolean {
  const sent = Sent.parse(JSON.parse(bytes));
  return (
    made.chargeId === sent.chargeId &&
    made.amountMinor === sent.amountMinor &&
    made.currency === sent.currency
  );
}

/** What the model reads of a refund. */
function shown({ id, chargeId, amountMinor, currency }: Made) {
  return { refundId: id, chargeId, amountMinor, currency };
}
