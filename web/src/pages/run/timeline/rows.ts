import type { AttemptView, StepView } from '../../../api/types.ts';
import { millis } from '../../../lib/time.ts';
import { attemptKey } from './keys.ts';

/** One attempt on the time axis. */
export interface Bar {
  readonly key: string;
  readonly attempt: AttemptView;
  readonly startMs: number;
  /** null while the attempt is open. */
  readonly endMs: number | null;
  readonly diedMs: number | null;
  /** It took up what a death had interrupted. */
  readonly tookOver: boolean;
  readonly lane: number;
}

/** One step: what is known of it and its attempts, in lanes that do not overlap. */
export interface TimelineRow {
  readonly step: number;
  readonly view: StepView | undefined;
  readonly bars: readonly Bar[];
  readonly lanes: number;
  readonly startMs: number;
  readonly endMs: number | null;
  readonly resumed: boolean;
}

/** The rows of a timeline, by step. A step may have attempts before it has an answer. */
export function timelineRows(
  steps: readonly StepView[],
  attempts: readonly AttemptView[],
): readonly TimelineRow[] {
  const views = new Map(steps.map((view) => [view.step, view]));
  const byStep = Map.groupBy(attempts, (attempt) => attempt.step);
  const numbers = [...new Set([...views.keys(), ...byStep.keys()])].sort((a, b) => a - b);
  return numbers.map((step) => row(step, views.get(step), byStep.get(step) ?? []));
}

function row(step: number, view: StepView | undefined, attempts: readonly AttemptView[]): TimelineRow {
  const bars = inLanes(attempts);
  const starts = bars.map((bar) => bar.startMs);
  if (view) starts.push(millis(view.startedAt));
  const isOpen = bars.some((bar) => bar.endMs === null) || (bars.length === 0 && !view?.endedAt);
  const ends = bars.map((bar) => bar.endMs ?? bar.startMs);
  if (view?.endedAt) ends.push(millis(view.endedAt));
  return {
    step,
    view,
    bars,
    lanes: Math.max(1, ...bars.map((bar) => bar.lane + 1)),
    startMs: Math.min(...starts),
    endMs: isOpen ? null : Math.max(...ends),
    resumed: view?.resumed ?? bars.some((bar) => bar.tookOver),
  };
}

/** Puts each attempt into the first lane that is free at its start. */
function inLanes(attempts: readonly AttemptView[]): Bar[] {
  const inOrder = attempts.toSorted(
    (a, b) => a.startedAt.localeCompare(b.startedAt) || a.attempt - b.attempt,
  );
  const freeFrom: number[] = [];
  const interrupted = new Set<string>();
  return inOrder.map((attempt) => {
    const startMs = millis(attempt.startedAt);
    const diedMs = attempt.workerDiedAt === null ? null : millis(attempt.workerDiedAt);
    const endMs = diedMs ?? (attempt.endedAt === null ? null : millis(attempt.endedAt));
    const free = freeFrom.findIndex((at) => at <= startMs);
    const lane = free === -1 ? freeFrom.length : free;
    freeFrom[lane] = endMs ?? Number.POSITIVE_INFINITY;
    const tookOver = interrupted.has(attempt.activity);
    if (diedMs !== null || attempt.outcome === 'died') interrupted.add(attempt.activity);
    else interrupted.delete(attempt.activity);
    return { key: attemptKey(attempt), attempt, startMs, endMs, diedMs, tookOver, lane };
  });
}
