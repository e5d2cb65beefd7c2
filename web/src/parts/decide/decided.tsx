import { useEffect, useRef } from 'react';
import type { Problem, Resolution } from '../../api/types.ts';
import { absolute, clock } from '../../lib/time.ts';
import { Ago } from '../ago.tsx';
import { Labelled, type Meaning } from '../sign.tsx';
import { FOLLOWS, SAID } from './words.ts';

/** What was stored, and what follows from it. */
export function Decided({ resolution }: { resolution: Resolution }) {
  return (
    <Outcome
      meaning="done"
      title={`Decided: ${SAID[resolution.decision]}`}
      text={FOLLOWS[resolution.decision]}
    />
  );
}

/** Somebody was faster: who, when and what they said. */
export function DecidedBefore({ resolution }: { resolution: NonNullable<Problem['resolution']> }) {
  const { decision, decidedBy, decidedAt } = resolution;
  return (
    <Outcome
      meaning="person"
      title={`${decidedBy} has decided already: ${SAID[decision]}`}
      text={`The first decision stands, and yours changed nothing. Theirs was stored at ${clock(decidedAt)}, `}
      at={decidedAt}
    />
  );
}

export interface OutcomeProps {
  readonly meaning: Meaning;
  readonly title: string;
  readonly text: string;
  readonly at?: string;
}

/** What a dialog says in place of its form once it is over. */
export function Outcome({ meaning, title, text, at }: OutcomeProps) {
  const section = useRef<HTMLElement>(null);
  // The button that had the focus is gone; what it led to has it now, and is read aloud.
  useEffect(() => section.current?.focus(), []);
  return (
    <section aria-label="What was decided" ref={section} tabIndex={-1} title={at && absolute(at)}>
      <Labelled meaning={meaning}>{title}</Labelled>
      <p>
        {text}
        {at && (
          <>
            <Ago at={at} />.
          </>
        )}
      </p>
    </section>
  );
}
