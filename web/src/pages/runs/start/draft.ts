import type { AgentInfo, Fault, Json } from '../../../api/types.ts';
import { fieldsOf, typedValue } from '../../../parts/form/schema.ts';

/** What a person has typed so far. Every value is the text in its input; nothing is sent before the button is pressed. */
export interface Draft {
  readonly agent: string;
  readonly mode: 'form' | 'json';
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
  readonly runId: string;
  readonly budgets: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  readonly journal: 'on' | 'off';
}

export const emptyDraft = (agent: string): Draft => ({
  agent,
  mode: 'form',
  fields: {},
  json: '{}',
  runId: '',
  budgets: {},
  faults: [],
  journal: 'on',
});

/** The input that the form describes. Throws an Error that names the field and what is wrong with it. */
export function inputOf(draft: Draft, agent: AgentInfo): Json {
  if (draft.mode === 'json') return parsed('input', draft.json);
  const entries = fieldsOf(agent.inputSchema).flatMap((field) => {
    const text = draft.fields[field.name] ?? '';
    const value = field.kind === 'json' && text !== '' ? parsed(field.name, text) : typedValue(field, text);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The body of the start request; what was left alone is left out, so that the API's defaults apply. */
export function bodyOf(draft: Draft, agent: AgentInfo): Record<string, unknown> {
  const budgets = Object.entries(draft.budgets).filter(([, text]) => text !== '');
  return {
    agent: draft.agent,
    input: inputOf(draft, agent),
    ...(draft.runId !== '' && { runId: draft.runId }),
    ...(budgets.length > 0 && {
      budgets: Object.fromEntries(budgets.map(([name, text]) => [name, Number(text)])),
    }),
    ...(draft.faults.length > 0 && { faults: draft.faults }),
    ...(draft.journal === 'off' && { journal: 'off' }),
  };
}

function parsed(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (thrown) {
    throw new Error(`${name} is not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}
