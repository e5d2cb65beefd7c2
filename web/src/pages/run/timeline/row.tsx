import type { StepView } from '../../../api/types.ts';
import { count } from '../../../lib/text.ts';
import { duration } from '../../../lib/time.ts';
import { STEP_MEANING } from '../../../parts/meanings.ts';
import { Flag, Sign } from '../../../parts/sign.tsx';
import { modelLabel } from '../answerers.ts';
import type { WorkerNames } from '../workers.ts';
import { BarMark } from './bar.tsx';
import type { TimelineRow } from './rows.ts';
import type { Scale } from './scale.ts';

interface RowProps {
  readonly row: TimelineRow;
  readonly scale: Scale;
  readonly nowMs: number;
  readonly names: WorkerNames;
}

/** What one row shows; the list around it decides where it stands and whether it is chosen. */
export function RowContent({ row, scale, nowMs, names }: RowProps) {
  const { view } = row;
  const tokens = view ? view.usage.inputTokens + view.usage.outputTokens : 0;
  return (
    <>
      <span className="t-step" aria-hidden="true">
        {row.step}
      </span>
      <Sign meaning={view ? STEP_MEANING[view.status] : 'going'} />
      <span className="t-resumed" aria-hidden="true">
        {row.resumed && <Flag />}
      </span>
      <span className="t-model" aria-hidden="true">
        {view && view.fallbacks.length > 0 && <FellBack view={view} />}
        {view && modelLabel(view)}
      </span>
      <span className="track" aria-hidden="true">
        {row.bars.map((bar) => (
          <BarMark key={bar.key} bar={bar} lanes={row.lanes} scale={scale} nowMs={nowMs} names={names} />
        ))}
      </span>
      <span className="t-tokens" aria-hidden="true">
        {tokens > 0 ? count(tokens) : ''}
      </span>
      <span className="t-length" aria-hidden="true">
        {duration((row.endMs ?? nowMs) - row.startMs)}
      </span>
    </>
  );
}

function FellBack({ view }: { view: StepView }) {
  const failed = view.fallbacks.map(({ provider, code }) => `${provider}: ${code}`).join(', ');
  return (
    <span className="tag" title={failed}>
      fell back
    </span>
  );
}

/** The row in words, for those who do not see the bars. */
export function rowLabel(row: TimelineRow, nowMs: number): string {
  const { view } = row;
  const attempts = Math.max(1, view?.attempts ?? 1, ...row.bars.map((bar) => bar.attempt.attempt));
  return [
    `step ${row.step}`,
    view?.status ?? 'thinking',
    row.resumed && 'resumed after a death',
    attempts > 1 && `${attempts} attempts`,
    view && modelLabel(view),
    view && view.fallbacks.length > 0 && 'after a fall-back',
    duration((row.endMs ?? nowMs) - row.startMs),
  ]
    .filter(Boolean)
    .join(', ');
}
