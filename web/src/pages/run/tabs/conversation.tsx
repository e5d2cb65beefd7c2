import { useQuery } from '@tanstack/react-query';
import { stepsQuery } from '../../../api/queries.ts';
import type { StepView } from '../../../api/types.ts';
import { JsonBlock } from '../../../parts/json-block.tsx';
import { Empty, Shown } from '../../../parts/states.tsx';
import { VirtualBlocks } from '../../../parts/virtual-blocks.tsx';
import { modelLabel } from '../answerers.ts';
import { StepLink } from './step-link.tsx';
import type { TabProps } from './tabs.tsx';

/** What the model said and what it was told, step by step. */
export function Conversation({ run, openStep }: TabProps) {
  const steps = useQuery(stepsQuery(run.runId));
  return (
    <Shown query={steps} what="the conversation">
      {(list) =>
        list.steps.length === 0 ? (
          <Empty title="Nothing has been said yet" />
        ) : (
          <VirtualBlocks label="Conversation" items={list.steps} keyOf={(step) => String(step.step)}>
            {(step) => <Turn step={step} openStep={openStep} />}
          </VirtualBlocks>
        )
      }
    </Shown>
  );
}

function Turn({ step, openStep }: { step: StepView; openStep: TabProps['openStep'] }) {
  return (
    <article className="turn">
      <header>
        step <StepLink step={step.step} open={openStep} /> <span className="muted">{modelLabel(step)}</span>
      </header>
      {step.text && <p className="said">{step.text}</p>}
      {step.calls.map((call) => (
        <details key={call.toolUseId}>
          <summary>
            <span className="mono">{call.tool}</span>{' '}
            <span className="muted mono one-line">{JSON.stringify(call.args)}</span>
          </summary>
          <JsonBlock value={call.args} label={`arguments of ${call.tool}`} />
          {call.output !== null && <JsonBlock value={call.output} label={`output of ${call.tool}`} />}
        </details>
      ))}
      {step.error && (
        <p className="wrong">
          {step.error.code}: {step.error.message}
        </p>
      )}
    </article>
  );
}
