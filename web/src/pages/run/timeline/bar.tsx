import { Flag } from '../../../parts/sign.tsx';
import type { WorkerNames } from '../workers.ts';
import type { Bar } from './rows.ts';
import { percent, type Scale } from './scale.ts';

interface BarProps {
  readonly bar: Bar;
  readonly lanes: number;
  readonly scale: Scale;
  readonly nowMs: number;
  readonly names: WorkerNames;
}

/** An attempt: its worker's colour, its length, a red mark where the worker died, a flag where it took over. */
export function BarMark({ bar, lanes, scale, nowMs, names }: BarProps) {
  const { attempt } = bar;
  const left = percent(scale, bar.startMs);
  const right = percent(scale, bar.endMs ?? Math.max(nowMs, bar.startMs));
  const place = { top: `${(100 * bar.lane) / lanes}%`, height: `${100 / lanes}%` };
  const classes = [
    'bar',
    `hue-${names.get(attempt.workerId)?.hue ?? 0}`,
    attempt.activity === 'model' ? 'is-model' : 'is-tool',
    bar.endMs === null && 'is-open',
    attempt.outcome === 'failed' && 'is-failed',
    attempt.outcome === 'from_journal' && 'is-from-journal',
  ];
  return (
    <>
      <span
        className={classes.filter(Boolean).join(' ')}
        style={{ ...place, left: `${left}%`, width: `${right - left}%` }}
        data-bar={bar.key}
      />
      {bar.diedMs !== null && <span className="death" style={{ left: `${right}%` }} data-bar={bar.key} />}
      {bar.tookOver && (
        <span className="takeover" style={{ left: `${left}%` }}>
          <Flag />
        </span>
      )}
    </>
  );
}
