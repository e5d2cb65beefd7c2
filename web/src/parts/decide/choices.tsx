import { Textarea, TextInput } from '@mantine/core';
import { count, plural } from '../../lib/text.ts';
import type { Who } from '../../lib/who.ts';
import { Labelled } from '../sign.tsx';
import { Choice, Decider } from './choice.tsx';
import type { Draft, Undecided } from './draft.ts';
import type { DecisionKind } from './words.ts';

interface ChoicesProps {
  readonly effect: Undecided;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly who: Who;
}

/** The three decisions and what each will do. None is chosen beforehand: only a person can say. */
export function Choices({ effect, draft, setDraft, who }: ChoicesProps) {
  const choice = { chosen: draft.kind, choose: (kind: DecisionKind) => setDraft({ ...draft, kind }) };
  const setReason = (reason: string) => setDraft({ ...draft, reason });
  return (
    <fieldset className="choices">
      <legend>What became of it?</legend>
      {effect.runStatus !== 'running' && (
        <Labelled meaning="person">
          The run has ended: its report tells your decision, nothing is sent.
        </Labelled>
      )}
      <Choice {...choice} kind="happened" title="It happened" autofocus>
        It is not sent again. The run goes on with the reference that you give.
      </Choice>
      {draft.kind === 'happened' && (
        <TextInput
          label="reference"
          description="what the receiver calls it, such as the number of a refund"
          required
          pattern=".*\S.*"
          value={draft.providerRef}
          onChange={(event) => setDraft({ ...draft, providerRef: event.currentTarget.value })}
        />
      )}
      <Choice {...choice} kind="did_not_happen" title="It did not happen">
        It will be sent once more, under epoch {effect.epoch + 1}. If it did happen after all, it will have
        happened twice.
      </Choice>
      {draft.kind === 'did_not_happen' && <Doubt effect={effect} />}
      <Choice {...choice} kind="give_up" title="Nobody will find out: give up">
        It is not sent again. The model is told that it failed, and why, and goes on from there.
      </Choice>
      {draft.kind === 'give_up' && (
        <Textarea
          label="reason"
          description="the model reads it"
          required
          value={draft.reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Decider who={who} />
    </fieldset>
  );
}

/** Sending again what the witness says was applied is how a thing happens twice. */
function Doubt({ effect }: { effect: Undecided }) {
  if (effect.witness === null || effect.witness.applications === 0) return null;
  return (
    <Labelled meaning="wrong">
      The witness recorded {plural(effect.witness.applications, 'application')}: sent once more, it will be{' '}
      {count(effect.witness.applications + 1)}.
    </Labelled>
  );
}
