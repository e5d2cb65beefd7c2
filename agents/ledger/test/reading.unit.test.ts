import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Booking } from '../booking.ts';
import { inboxSize } from '../inbox.ts';
import { LedgerInput } from '../input.ts';
import { bookInbox, expected, type Summary } from './fixtures.ts';

const bookings = await bookInbox();

test('the inbox holds at least 36 documents, and each has expected values', () => {
  assert.ok(inboxSize >= 36);
  assert.deepEqual(
    bookings.map((booking) => booking.document),
    expected.documents.map((document) => document.document),
  );
});

for (const [at, wanted] of expected.documents.entries()) {
  test(`reads ${wanted.document} as it was computed by hand`, () => {
    const booking = bookings[at];
    assert.ok(booking);
    const { document, vendor, number, date, currency, category } = booking;
    const { statedTotalMinor, computedTotalMinor, sumsAgree } = booking;
    const facts = { document, vendor, number, date, currency, category };
    assert.deepEqual({ ...facts, statedTotalMinor, computedTotalMinor, sumsAgree }, wanted);
  });
}

test('the totals and the flags of the first 30 equal the hand-computed ones', () => {
  assert.deepEqual(summary(bookings.slice(0, 30)), expected.first30);
  assert.ok(expected.first30.flagged.length >= 6);
});

test('the totals and the flags of the whole inbox equal the hand-computed ones', () => {
  assert.deepEqual(summary(bookings), expected.all);
});

test('a run that would go beyond the inbox is refused with the number that fits', () => {
  assert.deepEqual(LedgerInput.parse({}), { documents: 30, from: 1 });
  const refused = LedgerInput.safeParse({ documents: 30, from: 20 });
  assert.equal(refused.success, false);
  assert.match(refused.error?.issues[0]?.message ?? '', /documents: 30 from 20 .* ask for 21 or fewer/);
});

function summary(some: readonly Booking[]): Summary {
  const totals: Summary['totals'] = Object.fromEntries(
    ['EUR', 'USD'].map((currency) => {
      const own = some.filter((booking) => booking.currency === currency);
      const add = (field: 'statedTotalMinor' | 'computedTotalMinor') =>
        own.reduce((total, booking) => total + booking[field], 0);
      return [
        currency,
        {
          documents: own.length,
          statedMinor: add('statedTotalMinor'),
          computedMinor: add('computedTotalMinor'),
        },
      ];
    }),
  );
  return { totals, flagged: some.filter((booking) => !booking.sumsAgree).map((booking) => booking.document) };
}
