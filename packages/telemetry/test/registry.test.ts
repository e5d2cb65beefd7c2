import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRegistry, derivedCounter, derivedHistogram } from '../src/index.ts';

test('a derived counter shows what was read, however often it is scraped', async () => {
  const registry = createRegistry();
  derivedCounter(registry, {
    name: 'things_total',
    help: 'Things.',
    labelNames: ['kind'],
    read: async () => [
      { labels: { kind: 'a' }, value: 3 },
      { labels: { kind: 'b' }, value: 0 },
    ],
  });
  await registry.metrics();
  const text = await registry.metrics();
  assert.match(text, /^things_total\{kind="a"\} 3$/m);
  assert.match(text, /^things_total\{kind="b"\} 0$/m);
});

test('a derived histogram is written with cumulative buckets, +Inf, sum and count', async () => {
  const registry = createRegistry();
  derivedHistogram(registry, {
    name: 'wait_seconds',
    help: 'Wait.',
    labelNames: ['cause'],
    buckets: [0.1, 1],
    read: async () => [{ labels: { cause: 'exit' }, counts: [2, 3], count: 4, sum: 7.5 }],
  });
  const text = await registry.metrics();
  assert.match(text, /^# TYPE wait_seconds histogram$/m);
  assert.match(text, /^wait_seconds_bucket\{cause="exit",le="0.1"\} 2$/m);
  assert.match(text, /^wait_seconds_bucket\{cause="exit",le="\+Inf"\} 4$/m);
  assert.match(text, /^wait_seconds_sum\{cause="exit"\} 7.5$/m);
  assert.match(text, /^wait_seconds_count\{cause="exit"\} 4$/m);
});
