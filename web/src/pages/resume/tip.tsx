import { duration } from '../../lib/time.ts';
import { phasesOf, type Resume } from './phases.ts';
import { seconds } from './seconds.ts';

interface TipProps {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: { readonly resume: Resume } }[];
}

/** What the pointer is over: the resume and its phases. */
export function ResumeTip({ active, payload }: TipProps) {
  const resume = payload?.[0]?.payload?.resume;
  if (!active || resume === undefined) return null;
  return (
    <div className="tip">
      <div>
        <b>{seconds(resume.latencySeconds)}</b> <span className="mono">{resume.runId}</span> step{' '}
        {resume.step}, {resume.tool}
      </div>
      {phasesOf(resume).map(({ name, hue, lengthMs }) => (
        <div key={name}>
          <i className={`swatch hue-${hue} is-phase`} /> {name} {duration(lengthMs)}
        </div>
      ))}
    </div>
  );
}
