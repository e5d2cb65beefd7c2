import { millis, roundDuration } from '../../../lib/time.ts';
import type { WorkerNames } from '../workers.ts';
import { percent, type Scale, ticks } from './scale.ts';

interface AxisProps {
  readonly scale: Scale;
  /** Where the run began: the ticks count from there. */
  readonly originMs: number;
  readonly names: WorkerNames;
}

/** The time since the run began, and a red mark for each death. */
export function Axis({ scale, originMs, names }: AxisProps) {
  return (
    <div className="axis" aria-hidden="true">
      {ticks(scale, originMs).map((tick) => (
        <span key={tick} className="tick" style={{ left: `${percent(scale, originMs + tick)}%` }}>
          {roundDuration(tick)}
        </span>
      ))}
      {[...names.values()].map(({ diedAt, workerId }) => {
        const diedMs = diedAt === null ? Number.NaN : millis(diedAt);
        if (!(diedMs >= scale.fromMs && diedMs <= scale.toMs)) return null;
        return <span key={workerId} className="death" style={{ left: `${percent(scale, diedMs)}%` }} />;
      })}
    </div>
  );
}
