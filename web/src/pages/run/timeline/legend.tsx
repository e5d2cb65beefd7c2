import { plural } from '../../../lib/text.ts';
import { absolute, clock } from '../../../lib/time.ts';
import { Flag } from '../../../parts/sign.tsx';
import { WorkerBadge } from '../worker-badge.tsx';
import type { WorkerNames } from '../workers.ts';

interface LegendProps {
  readonly names: WorkerNames;
  readonly fits: string;
  readonly setFits: (fits: string | null) => void;
}

/** Who worked on the run, what the marks mean, and how the axis is stretched. */
export function Legend({ names, fits, setFits }: LegendProps) {
  return (
    <div className="legend">
      {[...names.values()].map((name) => (
        <span key={name.workerId}>
          <WorkerBadge workerId={name.workerId} names={names} />{' '}
          <span className="muted">{plural(name.attempts, 'attempt')}</span>
          {name.diedAt && (
            <span className="wrong" title={absolute(name.diedAt)}>
              {' '}
              died {clock(name.diedAt)}
            </span>
          )}
        </span>
      ))}
      <span className="spring" />
      <span className="legend-marks muted">
        <i className="swatch is-model" /> model <i className="swatch is-tool" /> tool{' '}
        <i className="swatch is-death" /> death <Flag /> taken over
        <label>
          axis{' '}
          <select value={fits} onChange={(event) => setFits(event.currentTarget.value)}>
            <option value="run">the whole run</option>
            <option value="view">what is in sight</option>
          </select>
        </label>
      </span>
    </div>
  );
}
