import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useResolveEffect } from '../../api/actions.ts';
import { ApiError } from '../../api/http.ts';
import { useWho } from '../../lib/who.ts';
import { Failure } from '../states.tsx';
import { Choices } from './choices.tsx';
import { Decided, DecidedBefore } from './decided.tsx';
import { type Draft, decisionOf, EMPTY_DRAFT, type Undecided } from './draft.ts';
import { UndecidedFacts } from './facts.tsx';

/** Says what is known of an unknown outcome and what each decision will do, stores the one that is chosen, and says what follows. */
export function DecideDialog({ effect, close }: { effect: Undecided; close: () => void }) {
  const resolve = useResolveEffect(effect.effectKey, effect.runId);
  const [draft, setDraft] = useState<Draft>(EMPTY_DRAFT);
  const who = useWho();
  const decision = decisionOf(draft);
  const standing = resolve.error instanceof ApiError ? resolve.error.problem.resolution : undefined;
  const isOver = resolve.data !== undefined || standing !== undefined;
  return (
    <Modal opened onClose={close} title={`Did ${effect.tool} of step ${effect.step} happen?`}>
      <form
        className="decide"
        onSubmit={(event) => {
          event.preventDefault();
          if (decision !== null) resolve.mutate({ decision, ...who.sent });
        }}
      >
        <UndecidedFacts effect={effect} />
        {resolve.data && <Decided resolution={resolve.data} />}
        {standing && <DecidedBefore resolution={standing} />}
        {!isOver && <Choices effect={effect} draft={draft} setDraft={setDraft} who={who} />}
        {resolve.error && !standing && <Failure error={resolve.error} />}
        <div className="dialog-buttons">
          <Button variant="default" onClick={close}>
            {isOver ? 'Close' : 'Not now'}
          </Button>
          {!isOver && (
            <Button type="submit" disabled={decision === null || who.mayNot || resolve.isPending}>
              {resolve.isPending ? 'Deciding…' : TO_DO[decision?.kind ?? 'none']}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  );
}

const TO_DO = {
  none: 'Decide',
  happened: 'It happened',
  did_not_happen: 'Send it once more',
  give_up: 'Give up',
} as const;
