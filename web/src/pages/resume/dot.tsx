import { Link } from 'wouter';
import type { DotData } from './dots.tsx';
import { resumePath } from './phases.ts';

interface DotProps {
  readonly cx?: number | undefined;
  readonly cy?: number | undefined;
  readonly payload?: DotData;
}

const RADIUS_PX = 4;

/** A resume on the chart, a link to its step. By keyboard the same link is in the table below, in order. */
export function Dot({ cx, cy, payload }: DotProps) {
  if (cx === undefined || cy === undefined || payload === undefined) return null;
  const { resume } = payload;
  return (
    <Link href={resumePath(resume)} tabIndex={-1}>
      <circle className="resume-dot" cx={cx} cy={cy} r={RADIUS_PX} />
    </Link>
  );
}
