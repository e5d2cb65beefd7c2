import { Arguments } from '../arguments.tsx';
import { EffectAttempts } from '../effect-attempts.tsx';
import { WitnessRecord } from '../witness-record.tsx';
import type { Undecided } from './draft.ts';

/** What is known: what was sent, who tried, what the receiving side recorded. */
export function UndecidedFacts({ effect }: { effect: Undecided }) {
  return (
    <div className="undecided">
      <dl className="facts">
        {effect.error && (
          <>
            <dt>known</dt>
            <dd>{effect.error}</dd>
          </>
        )}
        <dt>witness</dt>
        <dd>
          <WitnessRecord witness={effect.witness} />
        </dd>
        <dt>attempts</dt>
        <dd>
          <EffectAttempts attempts={effect.attempts} />
        </dd>
      </dl>
      <section aria-label="What was sent">
        <h3>What was sent</h3>
        {effect.args === undefined ? (
          <p className="muted">Not read yet.</p>
        ) : (
          <Arguments
            args={effect.args}
            isCut={effect.argsCut ?? false}
            label={`arguments of ${effect.tool}`}
          />
        )}
      </section>
    </div>
  );
}
