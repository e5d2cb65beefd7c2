import type { EffectView } from '../../../api/types.ts';
import { plural, shortHash } from '../../../lib/text.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Copyable } from '../../../parts/copy.tsx';
import { SAID } from '../../../parts/decide/words.ts';
import { EffectAttempts } from '../../../parts/effect-attempts.tsx';
import { EFFECT_MEANING } from '../../../parts/meanings.ts';
import { Labelled } from '../../../parts/sign.tsx';
import { WitnessRecord } from '../../../parts/witness-record.tsx';
import { WorkerBadge } from '../worker-badge.tsx';
import type { WorkerNames } from '../workers.ts';

/** An effect's row in the journal, who tried it under which epoch, and what the witness recorded. */
export function EffectFacts({ effect, names }: { effect: EffectView; names: WorkerNames }) {
  return (
    <dl className="facts">
      <dt>effect</dt>
      <dd>
        <Labelled meaning={EFFECT_MEANING[effect.state]}>{effect.state}</Labelled>, {effect.delivery}
      </dd>
      <dt>key</dt>
      <dd>
        <Copyable text={effect.effectKey} what="effect key" />
      </dd>
      <dt>arguments</dt>
      <dd>
        SHA-256 <Copyable text={effect.argsSha256} short={shortHash(effect.argsSha256)} what="hash" />
      </dd>
      {effect.providerRef && (
        <>
          <dt>reference</dt>
          <dd>
            <Copyable text={effect.providerRef} what="reference" />
          </dd>
        </>
      )}
      <dt>witness</dt>
      <dd>
        <WitnessRecord witness={effect.witness} />
      </dd>
      <dt>{plural(effect.attempts.length, 'attempt')}</dt>
      <dd>
        <EffectAttempts
          attempts={effect.attempts}
          worker={(workerId) => <WorkerBadge workerId={workerId} names={names} />}
        />
      </dd>
      {effect.resolution && <Resolution resolution={effect.resolution} />}
      {effect.error && (
        <>
          <dt>error</dt>
          <dd className="wrong">{effect.error}</dd>
        </>
      )}
    </dl>
  );
}

/** What a person decided about an outcome that nobody could tell. */
function Resolution({ resolution }: { resolution: NonNullable<EffectView['resolution']> }) {
  const { decision, decidedBy, decidedAt, reason } = resolution;
  return (
    <>
      <dt>decided</dt>
      <dd>
        “{SAID[decision]}” by {decidedBy} <Ago at={decidedAt} />
        {reason !== null && `: ${reason}`}
      </dd>
    </>
  );
}
