import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { roundDuration } from '../../lib/time.ts';
import { useUrlPart } from '../../lib/url.ts';
import { ForEyes } from './for-eyes.tsx';
import { AXIS_LINE, AXIS_TEXT, CHART_PX } from './look.ts';
import { PHASES, phasesOf, type Ranked, type Resume, ranked } from './phases.ts';
import { RankTick } from './rank-tick.tsx';
import { ResumeTip } from './tip.tsx';

const EFFECT = 'next effect';

/** Where the time goes: the resume at each rank, its phases end to end. */
export function PhaseBars({ resumes }: { resumes: readonly Resume[] }) {
  const [until, setUntil] = useUrlPart('until');
  const phases = PHASES.filter(({ name }) => until !== 'attempt' || name !== EFFECT);
  const ranks = ranked(resumes);
  return (
    <figure className="chart" aria-label="Phases of the resume at each rank">
      <figcaption>
        Phases of the resume at each rank <span className="muted">(of those listed)</span>
        <label>
          until{' '}
          <select
            value={until ?? 'effect'}
            onChange={({ currentTarget: { value } }) => setUntil(value === 'effect' ? null : value)}
          >
            <option value="effect">the next effect</option>
            <option value="attempt">the next attempt</option>
          </select>
        </label>
      </figcaption>
      <ul className="phase-legend">
        {phases.map(({ name, does, hue }) => (
          <li key={name} title={does}>
            <i className={`swatch hue-${hue} is-phase`} /> {name}
          </li>
        ))}
      </ul>
      <ForEyes>
        <ResponsiveContainer width="100%" height={CHART_PX - LEGEND_PX}>
          <BarChart
            accessibilityLayer={false}
            layout="vertical"
            data={ranks.map(row)}
            margin={{ top: 4, right: 24, bottom: 0, left: 0 }}
          >
            <XAxis
              type="number"
              tickFormatter={roundDuration}
              tick={AXIS_TEXT}
              minTickGap={20}
              {...AXIS_LINE}
            />
            <YAxis
              type="category"
              dataKey="rank"
              width={62}
              tick={<RankTick ranks={ranks} />}
              {...AXIS_LINE}
            />
            <Tooltip cursor={false} content={<ResumeTip />} isAnimationActive={false} />
            {phases.map(({ name, hue }) => (
              <Bar
                key={name}
                dataKey={name}
                stackId="phases"
                fill={`var(--hue-${hue})`}
                barSize={BAR_PX}
                isAnimationActive={false}
              />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </ForEyes>
    </figure>
  );
}

/** Pixels of a bar, and of the legend above the bars: both charts are as high as one another. */
const BAR_PX = 18;
const LEGEND_PX = 24;

function row({ rank, resume }: Ranked) {
  const lengths = phasesOf(resume).map(({ name, lengthMs }) => [name, lengthMs]);
  return { rank, resume, ...Object.fromEntries(lengths) };
}
