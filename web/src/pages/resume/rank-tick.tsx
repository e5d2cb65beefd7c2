import { Link } from 'wouter';
import { type Ranked, resumePath } from './phases.ts';

interface TickProps {
  readonly ranks: readonly Ranked[];
  /** Given by the chart. */
  readonly x?: number | string;
  readonly y?: number | string;
  readonly payload?: { readonly value: string };
}

/** The name of a rank, a link to the resume that stands there; by keyboard it is in the table below. */
export function RankTick({ ranks, x, y, payload }: TickProps) {
  const found = ranks.find(({ rank }) => rank === payload?.value);
  if (found === undefined) return null;
  return (
    <Link href={resumePath(found.resume)} className="rank-tick" tabIndex={-1}>
      <text x={x} y={y} dy="0.35em" textAnchor="end">
        {found.rank}
      </text>
    </Link>
  );
}
