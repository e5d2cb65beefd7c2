import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { stepsQuery } from '../../api/queries.ts';
import type { StepView } from '../../api/types.ts';
import { plural } from '../../lib/text.ts';
import { Sign } from '../sign.tsx';
import { Shown } from '../states.tsx';

/** Steps that tell how it came to a question; the run's page has all of them. */
const STEPS_TOLD = 6;

interface StoryProps {
  readonly runId: string;
  readonly step: number;
}

/** What the run did until it came to ask: read only when somebody wants to know. */
export function Story({ runId, step }: StoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="story" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>The run’s story so far</summary>
      {isOpen && <Steps runId={runId} step={step} />}
    </details>
  );
}

function Steps({ runId, step }: StoryProps) {
  const steps = useQuery(stepsQuery(runId));
  return (
    <Shown query={steps} what="the steps">
      {(list) => {
        const past = list.steps.filter((each) => each.step <= step);
        const left = Math.max(0, past.length - STEPS_TOLD);
        return (
          <>
            {left > 0 && (
              <p className="muted">
                <Link href={`/runs/${runId}`}>{plural(left, 'step')} before</Link>
              </p>
            )}
            <ol className="story-steps">
              {past.slice(left).map((each) => (
                <Told key={each.step} step={each} />
              ))}
            </ol>
          </>
        );
      }}
    </Shown>
  );
}

function Told({ step }: { step: StepView }) {
  return (
    <li value={step.step}>
      {step.text && <p className="said">{step.text}</p>}
      <ul>
        {step.calls.map((call) => (
          <li key={call.toolUseId} className="one-line">
            <Sign meaning={call.output === null ? 'going' : isOk(call.output) ? 'done' : 'wrong'} />{' '}
            <span className="mono">{call.tool}</span>{' '}
            <span className="muted mono">{short(call.output === null ? call.args : call.output)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Characters of a result that tell it apart; the run's page has it whole. */
const SHORT_CHARS = 160;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > SHORT_CHARS ? `${text.slice(0, SHORT_CHARS)}…` : text;
}

function isOk(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'ok' in output && output.ok === true;
}
