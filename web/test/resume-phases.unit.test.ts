import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phasesOf, type Resume, ranked, releaseWentOn } from '../src/pages/resume/phases.ts';
import { latencyScale, rankLines } from '../src/pages/resume/scales.ts';

const instant = (ms: number) => new Date(ms).toISOString();

/** A resume whose phases ended so many milliseconds after the death. */
function resume(part: { resumed: number; released?: number | null; effect?: number | null }): Resume {
  const { resumed, released = 30, effect = null } = part;
  return {
    runId: `run-${resumed}`,
    agent: 'ledger',
    step: 1,
    activity: 'model',
    tool: 'model',
    attempt: 2,
    fromWorkerId: 'host/a',
    toWorkerId: 'host/b',
    evidence: 'exit',
    diedAt: instant(0),
    noticedAt: instant(10),
    certifiedAt: instant(15),
    releasedAt: released === null ? null : instant(released),
    resumedAt: instant(resumed),
    nextEffectAt: effect === null ? null : instant(effect),
    latencySeconds: resumed / 1_000,
  };
}

const told = (each: Resume) => phasesOf(each).map(({ name, lengthMs }) => `${name} ${lengthMs}`);

test('the phases of a resume lie end to end from the death to the next effect', () => {
  assert.deepEqual(told(resume({ resumed: 60, effect: 200 })), [
    'noticed 10',
    'certified 5',
    'released 15',
    'next attempt 30',
    'next effect 140',
  ]);
});

test('a release that goes on after the next attempt began is no phase of it: the others add up to the latency', () => {
  const one = resume({ resumed: 60, released: 900 });
  assert.equal(releaseWentOn(one), true);
  assert.deepEqual(told(one), ['noticed 10', 'certified 5', 'next attempt 45']);
});

test('what has not come yet is left out', () => {
  assert.deepEqual(told(resume({ resumed: 60, released: null })), [
    'noticed 10',
    'certified 5',
    'next attempt 45',
  ]);
});

test('at each rank stands a resume that was, by its latency', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => resume({ resumed: 100 - index }));
  assert.deepEqual(
    ranked(hundred).map(({ rank, resume: { runId } }) => `${rank} ${runId}`),
    ['p50 run-50', 'p95 run-95', 'p99 run-99', 'slowest run-100'],
  );
  assert.deepEqual(ranked([]), []);
});

test('the axis of latencies goes from one round number to another', () => {
  assert.deepEqual(latencyScale([0.05, 0.42]), { from: 0.03, to: 1, ticks: [0.03, 0.1, 0.3, 1] });
  assert.deepEqual(latencyScale([0]), { from: 0.001, to: 0.003, ticks: [0.001, 0.003] });
  assert.deepEqual(latencyScale([0.3]), { from: 0.3, to: 1, ticks: [0.3, 1] });
});

test('lines of ranks that lie together share one label', () => {
  const lines = rankLines({ count: 9, p50: 0.1, p95: 0.5, p99: 0.55, max: 0.6 });
  assert.deepEqual(lines, [
    { name: 'p50', value: 0.1 },
    { name: 'p95 p99', value: 0.55 },
  ]);
  assert.deepEqual(rankLines({ count: 0, p50: null, p95: null, p99: null, max: null }), []);
});
