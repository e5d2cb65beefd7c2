import type { Approval, EffectView, StepView } from '../../../api/types.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Changes } from '../../../parts/approve/changes.tsx';
import { BECAME, OUTCOME_MEANING } from '../../../parts/approve/words.ts';
import { JsonBlock } from '../../../parts/json-block.tsx';
import { Labelled } from '../../../parts/sign.tsx';
import type { WorkerNames } from '../workers.ts';
import { EffectFacts } from './effect-facts.tsx';

interface ToolCallProps {
  readonly call: StepView['calls'][number];
  readonly effect: EffectView | undefined;
  /** What the tool asked a person, if it did. */
  readonly approval: Approval | undefined;
  readonly names: WorkerNames;
}

/** One request of the model: its arguments, what it was told, and the effect if it was one. */
export function ToolCall({ call, effect, approval, names }: ToolCallProps) {
  return (
    <section className="tool-call" aria-label={`tool call ${call.tool}`}>
      <h3>
        <span className="mono">{call.tool}</span> <span className="muted">{call.kind}</span>
      </h3>
      {approval && <Asked approval={approval} />}
      {effect && <EffectFacts effect={effect} names={names} />}
      <details open={call.kind !== 'read'}>
        <summary>Arguments</summary>
        <JsonBlock value={call.args} label={`arguments of ${call.tool}`} />
      </details>
      {call.output === null ? (
        <p className="muted">No output yet.</p>
      ) : (
        <details>
          <summary>Output</summary>
          <JsonBlock value={call.output} label={`output of ${call.tool}`} />
        </details>
      )}
    </section>
  );
}

/** Whether a person was asked, and what they said. */
function Asked({ approval }: { approval: Approval }) {
  const { state, outcome } = approval;
  if (state === 'not_needed') return <p className="muted">Its rule asked for nobody.</p>;
  if (outcome === null) return <Labelled meaning="person">waits for a person</Labelled>;
  const { decision, decidedBy, decidedAt, reason, edited } = outcome;
  return (
    <>
      <p>
        <Labelled meaning={OUTCOME_MEANING[decision]}>{BECAME[decision]}</Labelled> by {decidedBy}{' '}
        <Ago at={decidedAt} />
        {reason !== null && `: ${reason}`}
      </p>
      {edited && <Changes changes={edited.difference} />}
    </>
  );
}
