import { Textarea } from '@mantine/core';
import type { Approval } from '../../api/types.ts';
import { InputField } from '../form/input-field.tsx';
import { Labelled } from '../sign.tsx';
import { Changes } from './changes.tsx';
import { difference } from './difference.ts';
import { argsOf, type Draft, editable, otherMode } from './draft.ts';

interface EditProps {
  readonly approval: Approval;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

/** The arguments as a form or as JSON, and beneath them what is changed. */
export function Edit({ approval, draft, setDraft }: EditProps) {
  const fields = editable(approval);
  const args = argsOf(approval, draft);
  return (
    <div className="edit">
      {fields.length > 0 && (
        <div className="mode-switch">
          <button type="button" className="plain" onClick={() => setDraft(otherMode(approval, draft))}>
            {draft.mode === 'json' ? 'Use the form' : 'Write JSON'}
          </button>
        </div>
      )}
      {draft.mode === 'json' ? (
        <Textarea
          label="arguments (JSON)"
          autosize
          minRows={4}
          maxRows={16}
          classNames={{ input: 'mono' }}
          value={draft.json}
          onChange={(event) => setDraft({ ...draft, json: event.currentTarget.value })}
        />
      ) : (
        fields.map((field) => (
          <InputField
            key={field.name}
            field={field}
            text={draft.fields[field.name] ?? ''}
            change={(text) => setDraft({ ...draft, fields: { ...draft.fields, [field.name]: text } })}
          />
        ))
      )}
      {approval.secrets.length > 0 && (
        <p className="muted">
          <code>{approval.secrets.join(', ')}</code> stays as it is: nobody can see or change it.
        </p>
      )}
      {args instanceof Error ? (
        <Labelled meaning="wrong">{args.message}</Labelled>
      ) : (
        <Changes changes={difference(approval.args, args)} />
      )}
    </div>
  );
}
