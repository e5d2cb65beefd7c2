import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttemptView } from '../src/api/types.ts';
import { timelineRows } from '../src/pages/run/timeline/rows.ts';
import { percent, scaleOf, ticks } from '../src/pages/run/timeline/scale.ts';
import { HUES, nameWorkers } from '../src/pages/run/workers.ts';

const instant = (ms: number) => new Date(ms).toISOString();

function attempt(part: Partial<AttemptView> & { from: number; to?: number }): AttemptView {
  const { from, to, ...rest } = part;
  return {
    step: 1,
    activity: 'model',
    tool: 'model',
    attempt: 1,
    workerId: 'host/a',
    startedAt: instant(from),
    endedAt: to === undefined ? null : instant(to),
    outcome: to === undefined ? null : 'completed',
    error: null,
    workerDiedAt: null,
    ...rest,
  };
}

test('attempts that overlap lie in lanes of their own, and a lane is used again once it is free', () => {
  const [row] = timelineRows(
    [],
    [
      attempt({ from: 0, to: 10 }),
      attempt({ activity: 'a', from: 10, to: 30 }),
      attempt({ activity: 'b', from: 12, to: 20 }),
      attempt({ activity: 'c', from: 25, to: 40 }),
    ],
  );
  assert.deepEqual(
    row?.bars.map((bar) => bar.lane),
    [0, 0, 1, 1],
  );
  assert.equal(row?.lanes, 2);
});

test('a bar ends where its worker died, and the next attempt of the same work has the flag', () => {
  const died = attempt({ activity: 'a', from: 0, to: 50, outcome: 'died', workerDiedAt: instant(20) });
  const next = attempt({ activity: 'a', attempt: 2, workerId: 'host/b', from: 30, to: 60 });
  const other = attempt({ activity: 'b', from: 1, to: 9 });
  const [row] = timelineRows([], [next, other, died]);
  const bars = Object.fromEntries((row?.bars ?? []).map((bar) => [bar.key, bar]));
  assert.equal(bars['1:a:1']?.endMs, 20);
  assert.equal(bars['1:a:1']?.tookOver, false);
  assert.equal(bars['1:a:2']?.tookOver, true);
  assert.equal(bars['1:b:1']?.tookOver, false);
  assert.equal(row?.resumed, true);
});

test('an open attempt keeps its row open, and the axis reaches to now', () => {
  const rows = timelineRows([], [attempt({ from: 1_000 })]);
  assert.equal(rows[0]?.endMs, null);
  const scale = scaleOf(rows, 5_000);
  assert.deepEqual(scale, { fromMs: 1_000, toMs: 5_000 });
  assert.equal(percent(scale, 3_000), 50);
  assert.equal(percent(scale, 9_000), 100);
});

test('ticks are round distances from the start of the run, few enough to be read', () => {
  const on = ticks({ fromMs: 10_300, toMs: 14_900 }, 10_000);
  assert.deepEqual(on, [1_000, 2_000, 3_000, 4_000]);
  assert.ok(ticks({ fromMs: 0, toMs: 86_400_000 }, 0).length <= 7);
});

test('workers have letters in the order in which they came, and letters go on where hues repeat', () => {
  const attempts = Array.from({ length: 30 }, (_, index) =>
    attempt({ step: index + 1, workerId: `host/${index}`, from: index, to: index + 1 }),
  );
  const names = [...nameWorkers(attempts.reverse()).values()];
  assert.equal(names[0]?.letter, 'A');
  assert.equal(names[0]?.workerId, 'host/0');
  assert.equal(names[HUES]?.hue, names[0]?.hue);
  assert.equal(names[26]?.letter, 'A2');
  assert.equal(new Set(names.map((name) => name.letter)).size, 30);
});

test('a run of 2,000 steps and 10,000 attempts is laid out in a moment', () => {
  const attempts = Array.from({ length: 10_000 }, (_, index) =>
    attempt({
      step: Math.floor(index / 5) + 1,
      activity: `call_${index % 5}`,
      from: index * 10,
      to: index * 10 + 25,
    }),
  );
  const begun = performance.now();
  assert.equal(timelineRows([], attempts).length, 2_000);
  assert.ok(performance.now() - begun < 1_000, 'laid out within a second on a busy machine');
});
