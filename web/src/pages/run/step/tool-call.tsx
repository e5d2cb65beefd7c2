import type { EffectView, StepView } from '../../../api/types.ts';
import { JsonBlock } from '../../../parts/json-block.tsx';
import type { WorkerNames } from '../workers.ts';
import { EffectFacts } from './effect-facts.tsx';

interface ToolCallProps {
  readonly call: StepView['calls'][number];
  readonly effect: EffectView | undefined;
  readonly names: WorkerNames;
}

/** One request of the model: its arguments, what it was told, and the effect if it was one. */
export function ToolCall({ call, effect, names }: ToolCallProps) {
  return (
    <section className="tool-call" aria-label={`tool call ${call.tool}`}>
      <h3>
        <span className="mono">{call.tool}</span> <span className="muted">{call.kind}</span>
      </h3>
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
