import { Textarea } from '@mantine/core';
import type { Approval } from '../../api/types.ts';
import type { Who } from '../../lib/who.ts';
import { Choice, Decider } from '../decide/choice.tsx';
import type { Draft } from './draft.ts';
import { Edit } from './edit.tsx';
import type { DecisionKind } from './words.ts';

interface ChoicesProps {
  readonly approval: Approval;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly who: Who;
}

/** The four decisions and what each will do. None is chosen beforehand. */
export function Choices({ approval, draft, setDraft, who }: ChoicesProps) {
  const choice = { chosen: draft.kind, choose: (kind: DecisionKind) => setDraft({ ...draft, kind }) };
  return (
    <fieldset className="choices">
      <legend>What is to happen?</legend>
      <Choice {...choice} kind="approve" title="Approve" autofocus>
        {approval.tool} is called once, with exactly what is shown.
      </Choice>
      <Choice {...choice} kind="edit" title="Approve with changes">
        It is called with your arguments, and the model is told that they are yours.
      </Choice>
      {draft.kind === 'edit' && <Edit approval={approval} draft={draft} setDraft={setDraft} />}
      <Choice {...choice} kind="reject" title="Reject">
        It is never called. The model hears why, and goes on from there.
      </Choice>
      <Choice {...choice} kind="answer" title="Answer in its place">
        It is never called. The model is told your answer as if it were the result.
      </Choice>
      {draft.kind === 'answer' && (
        <Textarea
          label="answer"
          description="a sentence, or JSON in the form that the tool would answer with"
          required
          autosize
          minRows={2}
          maxRows={10}
          value={draft.answer}
          onChange={(event) => setDraft({ ...draft, answer: event.currentTarget.value })}
        />
      )}
      {draft.kind !== null && (
        <Textarea
          label="reason"
          description={
            draft.kind === 'reject' ? 'the model reads it' : 'stands in the audit; may be left out'
          }
          required={draft.kind === 'reject'}
          maxLength={2_000}
          value={draft.reason}
          onChange={(event) => setDraft({ ...draft, reason: event.currentTarget.value })}
        />
      )}
      <Decider who={who} />
    </fieldset>
  );
}
