import { Textarea } from '@mantine/core';
import type { AgentInfo } from '../../../api/types.ts';
import { pretty } from '../../../lib/text.ts';
import { InputField } from '../../../parts/form/input-field.tsx';
import { fieldsOf } from '../../../parts/form/schema.ts';
import { type Draft, inputOf } from './draft.ts';

interface InputPartProps {
  readonly agent: AgentInfo;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

/** The agent's input: as a form made from its schema, or as JSON. */
export function InputPart({ agent, draft, change }: InputPartProps) {
  const fields = fieldsOf(agent.inputSchema);
  const asJson = draft.mode === 'json';
  return (
    <fieldset>
      <legend>Input</legend>
      <div className="mode-switch">
        <button
          type="button"
          className="plain"
          onClick={() => change(asJson ? { mode: 'form' } : { mode: 'json', json: textOf(draft, agent) })}
        >
          {asJson ? 'Use the form' : 'Write JSON'}
        </button>
      </div>
      {asJson ? (
        <Textarea
          label="input (JSON)"
          autosize
          minRows={4}
          maxRows={16}
          classNames={{ input: 'mono' }}
          value={draft.json}
          onChange={(event) => change({ json: event.currentTarget.value })}
        />
      ) : (
        fields.map((field) => (
          <InputField
            key={field.name}
            field={field}
            text={draft.fields[field.name] ?? ''}
            change={(text) => change({ fields: { ...draft.fields, [field.name]: text } })}
          />
        ))
      )}
      {!asJson && fields.length === 0 && <p className="muted">This agent takes no input.</p>}
    </fieldset>
  );
}

function textOf(draft: Draft, agent: AgentInfo): string {
  try {
    return pretty(inputOf(draft, agent));
  } catch {
    // A field that is no JSON yet: the person goes on in the text, from what the agent would take without input.
    return '{}';
  }
}
