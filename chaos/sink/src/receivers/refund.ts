import { type PaymentPolicy, type Refund, RefundRequest } from '@checkpoint/contracts';
import type pg from 'pg';
import { identify } from '../identity.ts';
import { KEPT_HEADER_CHARS, MAX_IDEMPOTENCY_KEY_CHARS, MAX_PATH_PART_CHARS } from '../limits.ts';
import { type Arrival, receive, type Verdict } from '../reception.ts';
import { run } from '../sql.ts';
import { sha256 } from './file.ts';

/** What of a POST names it; the account is what the sender wrote, usable or not. */
export interface RefundClaim {
  readonly account: string;
  readonly effectKey: string | undefined;
  readonly epoch: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly peer: string;
}

export type ReadBody = { readonly request: RefundRequest } | { readonly problem: string };

/** Digits of a card number that the provider keeps, as providers do. */
const KEPT_CARD_DIGITS = 4;
const MADE = 201;

/** Reads a body. A problem names the field and never repeats a value: it could be a card number. */
export function readBody(body: Buffer): ReadBody {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    return { problem: 'the body is not JSON' };
  }
  const parsed = RefundRequest.safeParse(json);
  if (parsed.success) return { request: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return { problem: `the body is no refund: ${issues.join('; ')}` };
}

/** The arrival that a POST is. Without a usable effect key it is refused, like a PUT at the file store. */
export function refundArrival(claim: RefundClaim, body: Buffer | null, read: ReadBody): Arrival {
  const chargeId = 'request' in read ? read.request.chargeId : '';
  const target = `${claim.account}/${chargeId}`.slice(0, MAX_PATH_PART_CHARS);
  const identity = identify(claim.effectKey, claim.epoch, `payment:${target}`);
  const unusable = 'problem' in read ? read.problem : null;
  return {
    kind: 'payment',
    identity,
    bodySha256: body === null ? '' : sha256(body),
    peer: claim.peer,
    target,
    refusal: unusable ?? identity.problem ?? badIdempotencyKey(claim.idempotencyKey),
    note: null,
    fault: null,
  };
}

function badIdempotencyKey(key: string | undefined): string | null {
  if (key === undefined || (key !== '' && key.length <= MAX_IDEMPOTENCY_KEY_CHARS)) return null;
  const shown = JSON.stringify(key.slice(0, KEPT_HEADER_CHARS));
  return `Idempotency-Key is ${shown}, and a key has 1 to ${MAX_IDEMPOTENCY_KEY_CHARS} characters`;
}

/** What a refund was answered with, and is answered with again under its key. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplay: boolean;
}

export interface Refunded {
  readonly verdict: Verdict;
  /** Absent when the arrival was refused. */
  readonly answer: Answer | undefined;
}

export interface Order {
  readonly account: string;
  readonly request: RefundRequest;
  readonly idempotencyKey: string | undefined;
  readonly policy: PaymentPolicy;
}

/**
 * Makes a refund, unless its Idempotency-Key was used inside the account's window: then the stored answer is given
 * again (`absorbed`), or another body under the key is refused. Resolves once committed.
 */
export async function makeRefund(pool: pg.Pool, order: Order, arrival: Arrival): Promise<Refunded> {
  let answer: Answer | undefined;
  const verdict = await receive(pool, arrival, async (client, arrivalId) => {
    const kept = await keptAnswer(client, order);
    if (kept !== undefined) {
      if (kept.bodySha256 !== arrival.bodySha256)
        return { refused: 'this Idempotency-Key was used with another body' };
      answer = { status: kept.status, body: kept.body, isReplay: true };
      return 'absorbed';
    }
    const body = JSON.stringify(await insertRefund(client, order, arrival, arrivalId));
    answer = { status: MADE, body, isReplay: false };
    if (isHonoured(order)) {
      const { account, idempotencyKey } = order;
      const values = [account, idempotencyKey, arrival.bodySha256, MADE, body, arrivalId];
      await run(client, 'keep-answer', values);
    }
    return 'applied';
  });
  return { verdict, answer };
}

/** Whether the account's provider looks at this request's Idempotency-Key. */
export function isHonoured({ idempotencyKey, policy }: Order): boolean {
  return idempotencyKey !== undefined && policy.idempotency !== 'none';
}

type Kept = { bodySha256: string; status: number; body: string };

async function keptAnswer(client: pg.PoolClient, order: Order): Promise<Kept | undefined> {
  const { account, idempotencyKey, policy } = order;
  if (idempotencyKey === undefined || policy.idempotency === 'none') return undefined;
  const values = [account, idempotencyKey, policy.idempotency.windowMs];
  return (await run<Kept>(client, 'get-kept-answer', values))[0];
}

async function insertRefund(
  client: pg.PoolClient,
  { account, request }: Order,
  { identity }: Arrival,
  arrivalId: string,
): Promise<Refund> {
  const { chargeId, amountMinor, currency, reason } = request;
  const cardLast4 = request.cardNumber?.slice(-KEPT_CARD_DIGITS) ?? null;
  const named = [arrivalId, account, identity.effectKey, identity.runId];
  const values = [...named, chargeId, amountMinor, currency, reason, cardLast4];
  const [row] = await run<{ at: Date }>(client, 'insert-refund', values);
  if (row === undefined) throw new TypeError('insert-refund returns one row');
  const { effectKey } = identity;
  const id = `re_${arrivalId}`;
  return {
    id,
    account,
    effectKey,
    chargeId,
    amountMinor,
    currency,
    reason,
    cardLast4,
    at: row.at.toISOString(),
  };
}
