import {
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { AllResumes } from '../../api/types.ts';
import { millis, roundDuration } from '../../lib/time.ts';
import { Dot } from './dot.tsx';
import { ForEyes } from './for-eyes.tsx';
import { AXIS_LINE, AXIS_TEXT, CHART_PX, GRID } from './look.ts';
import { type Resume, resumeKey } from './phases.ts';
import { latencyScale, rankLines } from './scales.ts';
import { MS_PER_SECOND } from './seconds.ts';
import { ResumeTip } from './tip.tsx';

export interface DotData {
  readonly key: string;
  readonly resume: Resume;
  readonly atMs: number;
  readonly latencySeconds: number;
}

const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
/** Above this stretch the hour alone does not tell which day it was, milliseconds. */
const DAY_MS = 86_400_000;

/** Each resume a dot: when, and how long its work stood still. A dot leads to its step. */
export function Dots({ list }: { list: AllResumes }) {
  const data: DotData[] = list.resumes.map((resume) => ({
    key: resumeKey(resume),
    resume,
    atMs: millis(resume.resumedAt),
    latencySeconds: resume.latencySeconds,
  }));
  const scale = latencyScale(data.map(({ latencySeconds }) => latencySeconds));
  const stretchMs = Math.max(...data.map(({ atMs }) => atMs)) - Math.min(...data.map(({ atMs }) => atMs));
  const time = stretchMs > DAY_MS ? dayAndTime : clockTime;
  return (
    <figure className="chart" aria-label="Each resume by its time and latency">
      <figcaption>
        Death to next attempt, each resume a dot{' '}
        <span className="muted">(logarithmic; the lines are over all)</span>
      </figcaption>
      <ForEyes>
        <ResponsiveContainer width="100%" height={CHART_PX}>
          <ScatterChart accessibilityLayer={false} margin={{ top: 8, right: 92, bottom: 0, left: 0 }}>
            <CartesianGrid {...GRID} />
            <XAxis
              dataKey="atMs"
              type="number"
              domain={['dataMin', 'dataMax']}
              padding={{ left: 16, right: 16 }}
              tickFormatter={(ms: number) => time.format(ms)}
              minTickGap={40}
              tick={AXIS_TEXT}
              {...AXIS_LINE}
            />
            <YAxis
              dataKey="latencySeconds"
              type="number"
              scale="log"
              domain={[scale.from, scale.to]}
              ticks={[...scale.ticks]}
              tickFormatter={(value: number) => roundDuration(value * MS_PER_SECOND)}
              width={62}
              tick={AXIS_TEXT}
              {...AXIS_LINE}
            />
            {rankLines(list.distribution).map(({ name, value }) => (
              <ReferenceLine
                key={name}
                y={value}
                stroke="var(--line-strong)"
                strokeDasharray="4 3"
                label={{ value: name, position: 'right', fill: 'var(--muted)', fontSize: 11 }}
              />
            ))}
            <Tooltip cursor={false} content={<ResumeTip />} isAnimationActive={false} />
            <Scatter data={data} shape={Dot} isAnimationActive={false} />
          </ScatterChart>
        </ResponsiveContainer>
      </ForEyes>
    </figure>
  );
}
