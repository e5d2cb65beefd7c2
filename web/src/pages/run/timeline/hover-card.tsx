import type { StepView } from '../../../api/types.ts';
import { count } from '../../../lib/text.ts';
import { clock, duration } from '../../../lib/time.ts';
import { attemptMeaning } from '../../../parts/meanings.ts';
import { Labelled } from '../../../parts/sign.tsx';
import { modelLabel } from '../answerers.ts';
import { WorkerBadge } from '../worker-badge.tsx';
import type { WorkerNames } from '../workers.ts';
import type { Bar } from './rows.ts';

interface HoverProps {
  readonly bar: Bar;
  readonly view: StepView | undefined;
  readonly nowMs: number;
  readonly names: WorkerNames;
  /** Pixels from the left and the top of the window. */
  readonly at: { readonly x: number; readonly y: number };
}

/** Pixels between the pointer and the card, and the card's largest width, so that it stays in the window. */
const GAP_PX = 14;
const WIDTH_PX = 300;

/** What a bar stands for. The same facts are in the step's panel, for keyboards and screen readers. */
export function HoverCard({ bar, view, nowMs, names, at }: HoverProps) {
  const { attempt } = bar;
  const left = Math.max(0, Math.min(at.x + GAP_PX, window.innerWidth - WIDTH_PX - GAP_PX));
  return (
    <div className="hover-card" style={{ left, top: at.y + GAP_PX, width: WIDTH_PX }} aria-hidden="true">
      <div className="hover-title">
        step {attempt.step} · {attempt.tool} · attempt {attempt.attempt}
      </div>
      <Labelled meaning={attemptMeaning(attempt.outcome)}>{outcomeWords(bar)}</Labelled>
      <dl className="facts">
        <dt>worker</dt>
        <dd>
          <WorkerBadge workerId={attempt.workerId} names={names} />
        </dd>
        <dt>time</dt>
        <dd>
          {clock(attempt.startedAt)}, {duration((bar.endMs ?? nowMs) - bar.startMs)}
        </dd>
        {attempt.workerDiedAt && (
          <>
            <dt>died</dt>
            <dd className="wrong">{clock(attempt.workerDiedAt)}</dd>
          </>
        )}
        {attempt.activity === 'model' && view && (
          <>
            <dt>model</dt>
            <dd>{modelLabel(view) ?? 'no answer yet'}</dd>
            <dt>tokens</dt>
            <dd>
              {count(view.usage.inputTokens)} in, {count(view.usage.outputTokens)} out
            </dd>
          </>
        )}
      </dl>
      {attempt.error && (
        <p className="wrong">
          {attempt.error.code}: {attempt.error.message}
        </p>
      )}
    </div>
  );
}

function outcomeWords(bar: Bar): string {
  const { outcome } = bar.attempt;
  if (outcome === null) return bar.diedMs === null ? 'under way' : 'its worker died';
  if (outcome === 'died') return 'its worker died';
  if (outcome === 'parked') return 'left it to a person';
  return outcome === 'from_journal' ? 'answered from the journal' : outcome;
}
