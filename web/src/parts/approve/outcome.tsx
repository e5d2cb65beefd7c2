import type { Approval, Problem } from '../../api/types.ts';
import { clock } from '../../lib/time.ts';
import { Outcome } from '../decide/decided.tsx';
import { Changes } from './changes.tsx';
import { BECAME, FOLLOWS, OUTCOME_MEANING } from './words.ts';

/** What was decided, by whom, and what follows from it. `isMine`: it was stored just now, from here. */
export function ApprovalOutcome({ approval, isMine }: { approval: Approval; isMine: boolean }) {
  const { outcome } = approval;
  if (outcome === null) return null;
  const { decision, decidedBy, decidedAt, reason, edited } = outcome;
  return (
    <>
      <Outcome
        meaning={OUTCOME_MEANING[decision]}
        title={isMine ? `Decided: ${BECAME[decision]}` : `${BECAME[decision]}, by ${decidedBy}`}
        text={isMine ? FOLLOWS[decision] : `${FOLLOWS[decision]} Stored at ${clock(decidedAt)}, `}
        {...(isMine ? {} : { at: decidedAt })}
      />
      {reason !== null && <p className="muted">{reason}</p>}
      {edited && <Changes changes={edited.difference} />}
    </>
  );
}

/** Somebody was faster: who, when and what they said. */
export function DecidedBefore({ outcome }: { outcome: NonNullable<Problem['outcome']> }) {
  const { decision, decidedBy, decidedAt } = outcome;
  return (
    <Outcome
      meaning="person"
      title={
        decision === 'expired'
          ? 'The time has run out'
          : `${decidedBy} has decided already: ${BECAME[decision]}`
      }
      text={`The first decision stands, and yours changed nothing. It was stored at ${clock(decidedAt)}, `}
      at={decidedAt}
    />
  );
}
