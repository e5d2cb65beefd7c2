import type { Approval, ApprovalDecision, Json } from '../../api/types.ts';
import { pretty } from '../../lib/text.ts';
import { type Field, fieldsOf, typedValue } from '../form/schema.ts';
import type { DecisionKind } from './words.ts';

type Args = Readonly<Record<string, Json>>;

/** A decision while it is being written. Every value is the text in its input. */
export interface Draft {
  readonly kind: DecisionKind | null;
  readonly reason: string;
  readonly answer: string;
  readonly mode: 'form' | 'json';
  readonly fields: Readonly<Record<string, string>>;
  readonly json: string;
}

/** The arguments that a person may change: all but the secrets. */
export function editable({ inputSchema, secrets }: Approval): readonly Field[] {
  return fieldsOf(inputSchema).filter(({ name }) => !secrets.includes(name));
}

/** Begins with what the model asked for. A tool whose schema is no object with fields is edited as JSON. */
export function draftOf(approval: Approval): Draft {
  const fields = editable(approval);
  return {
    kind: null,
    reason: '',
    answer: '',
    mode: fields.length > 0 ? 'form' : 'json',
    fields: textsOf(approval, approval.args as Args),
    json: pretty(approval.args),
  };
}

/** The other way to write the same arguments; what cannot be read yet stays as it is. */
export function otherMode(approval: Approval, draft: Draft): Draft {
  const args = argsOf(approval, draft);
  if (args instanceof Error) return draft;
  return draft.mode === 'form'
    ? { ...draft, mode: 'json', json: pretty(args) }
    : { ...draft, mode: 'form', fields: textsOf(approval, args) };
}

function textsOf(approval: Approval, args: Args): Record<string, string> {
  const entries = editable(approval).map(({ name, kind }) => {
    const value = args[name];
    const isText = kind !== 'json' && typeof value === 'string';
    return [name, value === undefined ? '' : isText ? value : pretty(value)] as const;
  });
  return Object.fromEntries(entries);
}

/** The edited arguments, or what is wrong with them. Whatever no field shows stays as the model had it. */
export function argsOf(approval: Approval, draft: Draft): Args | Error {
  try {
    if (draft.mode === 'json') return objectOf(parsed('arguments', draft.json));
    const values = editable(approval).flatMap((field) => {
      const text = draft.fields[field.name] ?? '';
      const value = field.kind === 'json' && text !== '' ? parsed(field.name, text) : typedValue(field, text);
      return value === undefined ? [] : [[field.name, value] as const];
    });
    const shown = new Set(editable(approval).map(({ name }) => name));
    const kept = Object.entries(approval.args as Args).filter(([name]) => !shown.has(name));
    return Object.fromEntries([...kept, ...values]);
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  }
}

/** The decision that a draft says; null while nothing is chosen or what is written cannot be read. */
export function decisionOf(approval: Approval, draft: Draft): ApprovalDecision | null {
  const reason = draft.reason.trim();
  const why = reason === '' ? {} : { reason };
  switch (draft.kind) {
    case null:
      return null;
    case 'approve':
      return { kind: 'approve', ...why };
    case 'reject':
      return { kind: 'reject', reason };
    case 'edit': {
      const args = argsOf(approval, draft);
      return args instanceof Error ? null : { kind: 'edit', args, ...why };
    }
    case 'answer':
      return draft.answer.trim() === '' ? null : { kind: 'answer', value: answerOf(draft.answer), ...why };
  }
}

/** JSON where it is JSON, and else the text itself: a person rarely writes quotes around a sentence. */
function answerOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text.trim();
  }
}

function parsed(name: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (thrown) {
    throw new Error(`${name}: not JSON: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function objectOf(value: Json): Args {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Args;
  throw new Error('arguments: not an object: write {"name": value}');
}
