import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, duration } from '../src/lib/time.ts';

test('a length of time keeps the digits that matter', () => {
  const told: [number, string][] = [
    [0, '0.000 s'],
    [213, '0.213 s'],
    [1_234, '1.23 s'],
    [42_900, '42 s'],
    [185_000, '3 min 5 s'],
    [7_200_000, '2 h'],
    [7_800_000, '2 h 10 min'],
    [273_600_000, '3 d 4 h'],
    [-5, '0.000 s'],
  ];
  for (const [ms, words] of told) assert.equal(duration(ms), words);
});

test('an age has one unit, and an instant ahead of the clock is now', () => {
  const nowMs = 1_000_000_000;
  assert.equal(ago(nowMs - 12_400, nowMs), '12 s ago');
  assert.equal(ago(nowMs - 3_599_000, nowMs), '59 min ago');
  assert.equal(ago(nowMs - 90_000_000, nowMs), '1 d ago');
  assert.equal(ago(nowMs + 5_000, nowMs), 'now');
});
