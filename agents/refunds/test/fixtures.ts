import type { EffectContext } from '@checkpoint/agent';
import { caseAt } from '../cases.ts';
import { type RefundsInput, RefundsSettings, type Via } from '../input.ts';
import type { RefundArguments } from '../request.ts';

/** What became of each case, from cases/README.md, where it was written down apart from this code. */
export const EXPECTED: readonly (readonly [name: string, outcome: string])[] = [
  ['01-broken-mugs', '2490 EUR damaged'],
  ['02-parcel-never-came', '5400 USD not_delivered'],
  ['03-after-two-months', 'in_time'],
  ['04-more-than-paid', 'within_charge'],
  ['05-wrong-size', '3750 EUR wrong_item'],
  ['06-orders-in-a-mail', 'within_charge'],
  ['07-half-cancelled', '1525 USD cancelled'],
  ['08-other-currency', 'same_currency'],
  ['09-somebody-else', 'same_customer'],
  ['10-charged-twice', '104900 EUR charged_twice'],
  ['11-refunded-before', 'within_charge'],
  ['12-last-day', '1800 EUR damaged'],
];
export const EXPECTED_TOTALS = [
  { currency: 'EUR', refunds: 4, refundedMinor: 112_940 },
  { currency: 'USD', refunds: 2, refundedMinor: 6_925 },
];

/** A refund that the policy allows: the one of case 1. */
export const refund: RefundArguments = {
  case: '01-broken-mugs',
  chargeId: 'ch_7Qa1001',
  amountMinor: 2490,
  currency: 'EUR',
  reason: 'damaged',
  cardNumber: caseAt(1).cardNumber ?? '',
};

export const key = 'run-a:2:refund_keyed';

/** Milliseconds that a test's attempt may send: longer than any test takes. */
const ATTEMPT_MS = 10_000;

export interface Attempt {
  readonly paymentsUrl: string;
  readonly bytes: string;
  readonly via: Via;
  readonly account?: string;
  readonly more?: Partial<EffectContext<RefundsSettings>>;
}

export function effectContext({ paymentsUrl, bytes, via, account = 'shop', more = {} }: Attempt) {
  const agentInput: RefundsInput = { account, via, cases: 12 };
  const context: EffectContext<RefundsSettings> = {
    key,
    runId: 'run-a',
    step: 2,
    toolUseId: 'refund_keyed',
    epoch: 2,
    bytes,
    settings: RefundsSettings.parse({ paymentsUrl }),
    agentInput,
    signal: new AbortController().signal,
    remainingMs: () => ATTEMPT_MS,
    ...more,
  };
  return context;
}
