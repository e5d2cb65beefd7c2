import { JsonBlock } from '../../../parts/json-block.tsx';
import type { TabProps } from './tabs.tsx';

/** What the run was started with and what it gave. */
export function InputAndResult({ run }: TabProps) {
  return (
    <div className="input-and-result">
      <section>
        <h2>Result</h2>
        {run.result === null ? (
          <p className="muted">None yet.</p>
        ) : (
          <JsonBlock value={run.result} label="result" />
        )}
      </section>
      <section>
        <h2>Input</h2>
        <JsonBlock value={run.input} label="input" />
      </section>
      <section>
        <h2>Budgets</h2>
        <JsonBlock value={run.budgets} label="budgets" />
      </section>
      {run.faults.length > 0 && (
        <section>
          <h2>Faults it asked for</h2>
          <JsonBlock value={run.faults} label="faults" />
        </section>
      )}
    </div>
  );
}
