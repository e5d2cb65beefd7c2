import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { approvalsQuery, attemptsQuery, effectsQuery, stepsQuery } from '../../../api/queries.ts';
import type { RunDetail, StepView } from '../../../api/types.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { STEP_MEANING } from '../../../parts/meanings.ts';
import { Flag, Labelled } from '../../../parts/sign.tsx';
import { RunError } from '../error.tsx';
import type { WorkerNames } from '../workers.ts';
import { Answer } from './answer.tsx';
import { Attempts } from './attempts.tsx';
import { ToolCall } from './tool-call.tsx';

interface PanelProps {
  readonly run: RunDetail;
  readonly step: number;
  readonly names: WorkerNames;
  readonly close: () => void;
}

/** One step, beside the page: what the model said, what was done, what the witness saw, who tried. */
export function StepPanel({ run, step, names, close }: PanelProps) {
  const steps = useQuery(stepsQuery(run.runId));
  const attempts = useQuery(attemptsQuery(run.runId));
  const effects = useQuery(effectsQuery(run.runId));
  const approvals = useQuery(approvalsQuery(run.runId));
  const view = steps.data?.steps.find((each) => each.step === step);
  const panel = useFocusOnOpen();
  useKeys('Step', [{ keys: 'Escape', does: 'close the step', run: close }]);
  return (
    <aside className="step-panel" aria-label={`Step ${step}`} ref={panel} tabIndex={-1}>
      <header>
        <h2>Step {step}</h2>
        {view && <Labelled meaning={STEP_MEANING[view.status]}>{view.status}</Labelled>}
        {view?.resumed && (
          <span className="resumed">
            <Flag /> resumed
          </span>
        )}
        <span className="spring" />
        <button type="button" className="plain" onClick={close} title="escape">
          Close
        </button>
      </header>
      {view ? <Answer step={view} /> : <p className="muted">No answer of a model yet.</p>}
      {view?.error && <RunError error={view.error} />}
      {view?.calls.map((call) => (
        <ToolCall
          key={call.toolUseId}
          call={call}
          approval={approvals.data?.approvals.find(
            (each) => each.step === step && each.toolUseId === call.toolUseId,
          )}
          effect={effects.data?.effects.find(
            (each) => each.step === step && each.toolUseId === call.toolUseId,
          )}
          names={names}
        />
      ))}
      <Attempts
        attempts={(attempts.data?.attempts ?? []).filter((each) => each.step === step)}
        names={names}
      />
      <Neighbours steps={steps.data?.steps ?? []} />
    </aside>
  );
}

function Neighbours({ steps }: { steps: readonly StepView[] }) {
  return (
    <p className="muted">
      <kbd>j</kbd> and <kbd>k</kbd> go to the next and the previous of {steps.length} steps.
    </p>
  );
}

/** The panel takes the focus when it opens, and gives it back when it closes. */
function useFocusOnOpen() {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}
