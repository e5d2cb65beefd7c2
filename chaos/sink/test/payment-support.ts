import {
  PaymentBalance,
  type PaymentPolicy,
  Refund,
  RefundLookup,
  type RefundRequest,
} from '@checkpoint/contracts';
import { CLIENT_TIMEOUT_MS, getJson, keyOf, sendJson } from './support.ts';

export interface RefundTry {
  readonly runId: string;
  readonly step?: number;
  readonly epoch?: number | string;
  /** Of the Idempotency-Key header; absent: none is sent. */
  readonly idempotencyKey?: string;
  readonly body?: Partial<RefundRequest> | string;
  readonly signal?: AbortSignal;
}

export const request: RefundRequest = {
  chargeId: 'ch_1001',
  amountMinor: 2490,
  currency: 'EUR',
  reason: 'arrived broken',
  cardNumber: '4242424242424242',
};

/** POSTs a refund the way a tool does. */
export async function refund(witness: { url: string }, account: string, tried: RefundTry): Promise<Response> {
  const { runId, step = 1, epoch = 1, idempotencyKey, body = {} } = tried;
  return await fetch(`${witness.url}/payments/${account}/refunds`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify({ ...request, ...body }),
    headers: {
      'content-type': 'application/json',
      'x-effect-key': keyOf(runId, step),
      'x-effect-epoch': String(epoch),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    signal: tried.signal ?? AbortSignal.timeout(CLIENT_TIMEOUT_MS),
  });
}

/** The refund that an answer says was made. Throws when it says something else. */
export async function made(answer: Response): Promise<Refund> {
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  return Refund.parse(await answer.json());
}

export async function setAccount(
  witness: { url: string },
  account: string,
  policy: PaymentPolicy,
): Promise<void> {
  const answer = await sendJson(witness, 'PUT', `/payments/${account}`, policy);
  if (answer.status !== 200) throw new Error(`policy refused: ${await answer.text()}`);
}

export async function lookUp(
  witness: { url: string },
  account: string,
  effectKey: string,
): Promise<Refund[]> {
  const query = new URLSearchParams({ effectKey });
  return RefundLookup.parse(await getJson(witness, `/payments/${account}/refunds?${query}`)).refunds;
}

export async function balance(witness: { url: string }, account: string, runId: string) {
  const { totals } = PaymentBalance.parse(
    await getJson(witness, `/payments/${account}/balance?runId=${runId}`),
  );
  return totals.map(({ currency, refunds, refundedMinor }) => [currency, refunds, refundedMinor]);
}
