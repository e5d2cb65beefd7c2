import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseAt } from '../cases.ts';
import { RefundsInput, RefundsSettings } from '../input.ts';
import { RefundInput, renderRefund } from '../request.ts';
import { objection } from '../rules.ts';
import { refundKeyed } from '../tools/refund-keyed.ts';
import { refundProbed } from '../tools/refund-probed.ts';
import { refund } from './fixtures.ts';

test('takes a refund that the policy allows', () => {
  assert.deepEqual(RefundInput.parse(refund), refund);
});

const lies: readonly (readonly [what: string, change: object, words: RegExp])[] = [
  ['more than is left of the charge', { amountMinor: 7471 }, /within_charge: 74\.71 EUR .* 74\.70 is left/],
  ['another currency', { currency: 'USD' }, /same_currency/],
  ['another charge', { chargeId: 'ch_7Qa1002' }, /chargeId is ch_7Qa1002, but the charge .* is ch_7Qa1001/],
  ['another card', { cardNumber: '5555555555554444' }, /cardNumber is not the card that was charged/],
  ['a case that does not exist', { case: '99-none' }, /there is no case 99-none/],
  ['a case that the policy declines', { case: '03-after-two-months' }, /in_time: it came 59 days/],
  ['a fraction of a cent', { amountMinor: 1.5 }, /int/],
  ['an unknown field', { tip: 1 }, /tip/],
];
for (const [what, change, words] of lies) {
  test(`refuses a refund of ${what}, and repeats no card number`, () => {
    const refused = RefundInput.safeParse({ ...refund, ...change });
    assert.equal(refused.success, false);
    const messages = (refused.error?.issues ?? []).map((issue) => issue.message).join('\n');
    assert.match(messages, words);
    assert.doesNotMatch(messages, /\d{12}/);
  });
}

test('allows the thirtieth day and declines the thirty-first', () => {
  const about = caseAt(12);
  const asked = { amountMinor: 1800, currency: 'EUR' } as const;
  assert.equal(objection(asked, about), undefined);
  assert.equal(objection(asked, { ...about, receivedOn: '2026-03-06' })?.rule, 'in_time');
});

test('declines a mail that names no order, and every refund of nothing', () => {
  const asked = { amountMinor: 1, currency: 'EUR' } as const;
  assert.equal(objection(asked, { ...caseAt(1), charge: null })?.rule, 'known_charge');
  assert.equal(objection({ ...asked, amountMinor: 0 }, caseAt(1))?.rule, 'within_charge');
});

test('renders the same bytes whatever the order of the fields', () => {
  const turned = Object.fromEntries(Object.entries(refund).toReversed()) as typeof refund;
  assert.equal(renderRefund(turned), renderRefund(refund));
  assert.deepEqual(JSON.parse(renderRefund(refund)), {
    amountMinor: 2490,
    cardNumber: refund.cardNumber,
    chargeId: 'ch_7Qa1001',
    currency: 'EUR',
    reason: 'damaged (01-broken-mugs)',
  });
});

test('reads mails of other charsets, and finds the order in the subject too', () => {
  assert.match(caseAt(10).text, /zweite Zahlung über 1\.049,00 EUR/);
  assert.equal(caseAt(3).charge?.order, 'R-1003');
  assert.equal(caseAt(1).receivedOn, '2026-03-04');
});

test('windows come from the settings: the key’s as it is, the look-up’s lag on top of two seconds', () => {
  const settings = RefundsSettings.parse({
    paymentsUrl: 'http://127.0.0.1:9',
    paymentsKeyWindowMs: 5_000,
    paymentsLookupLagMs: 700,
  });
  assert.ok(refundKeyed.delivery === 'keyed' && typeof refundKeyed.keyWindowMs === 'function');
  assert.equal(refundKeyed.keyWindowMs(settings), 5_000);
  assert.ok(refundProbed.delivery === 'probed' && typeof refundProbed.settleWindowMs === 'function');
  assert.equal(refundProbed.settleWindowMs(settings), 2_700);
});

test('settings without the provider’s address are refused, an input without anything has defaults', () => {
  assert.equal(RefundsSettings.safeParse({}).error?.issues[0]?.path[0], 'paymentsUrl');
  assert.deepEqual(RefundsInput.parse({}), { account: 'shop', via: 'keyed', cases: 12 });
  assert.equal(RefundsInput.safeParse({ cases: 13 }).success, false);
});
