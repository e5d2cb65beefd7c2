import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMinor, percentOf, percentWithin, sameDecimal, times } from '../../lib/decimal.ts';
import { checkSums } from '../sums.ts';
import { booking } from './fixtures.ts';

test('money is exact where floating point is not', () => {
  assert.equal(times(1005, '1.1'), 1106); // 1105.5; in floating point 1005 × 1.1 is 1105.5000000000002
  assert.equal(times(-1350, '0.07'), -95); // -94.5 goes away from zero
  assert.equal(percentOf(58_596, '8.875'), 5200);
  assert.equal(percentWithin(9_160, '10'), 833);
  assert.equal(percentOf(900_719_925_474, '100'), 900_719_925_474);
  assert.equal(sameDecimal('7', '7.00'), true);
  assert.equal(formatMinor(-123_456_7), '-12,345.67');
  assert.equal(formatMinor(5), '0.05');
  assert.throws(() => times(100, '1e3'), /is no decimal/);
});

test('a document that adds up has no problems', () => {
  assert.deepEqual(checkSums(booking), {
    computedTotalMinor: 9630,
    agrees: true,
    differenceMinor: 0,
    problems: [],
  });
});

test('a wrong line is found even when the total is right', () => {
  const [first, ...rest] = booking.lines;
  assert.ok(first);
  const sums = checkSums({ ...booking, lines: [{ ...first, amountMinor: 4500 }, ...rest] });
  assert.equal(sums.agrees, false);
  assert.equal(sums.differenceMinor, 0);
  assert.match(
    sums.problems[0]?.message ?? '',
    /line 1 \(Sourdough loaf\): the document says 45\.00, its parts give 54\.00/,
  );
});

test('each rate taxes the lines that name it, and a discount lowers the base of a single rate', () => {
  const [loaf, urn] = booking.lines;
  assert.ok(loaf && urn);
  const mixed = checkSums({
    ...booking,
    lines: [
      { ...loaf, vatPercent: '7' },
      { ...urn, vatPercent: '19.0' },
    ],
    vat: [
      { percent: '7', amountMinor: 378 },
      { percent: '19', amountMinor: 684 },
    ],
    statedTotalMinor: 10_062,
  });
  assert.equal(mixed.agrees, true);
  const discounted = checkSums({
    ...booking,
    discounts: [{ description: 'Rabatt', percent: '10', amountMinor: 900 }],
    vat: [{ percent: '7', amountMinor: 567 }],
    statedTotalMinor: 8667,
  });
  assert.equal(discounted.agrees, true);
});
