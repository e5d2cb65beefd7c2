import { createHash } from 'node:crypto';
import {
  canonicalJson,
  isSealed,
  type Json,
  SHOWN_SECRET,
  shownFields,
  TerminalError,
} from '@checkpoint/contracts';
import type { Approval, Change } from '@checkpoint/contracts/api';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import microdiff from 'microdiff';
import { type FieldError, fieldName, shown, valueAt } from '../plugins/field-errors.ts';
import type { EditedArgs } from '../store/approvals.ts';

type Args = { readonly [name: string]: Json };

/**
 * Edited arguments as they are stored, shown and hashed. Secrets keep what the model had given, sealed: nobody can see
 * or change them here, and none is lost. Throws APPROVAL_EDIT_INVALID with one entry for each field that the tool's JSON
 * Schema refuses; the tool's own schema, which may know more, is asked by the worker.
 */
export function editedArgs(approval: Approval, stored: Json, given: Args): EditedArgs {
  const { secrets } = approval;
  const original = stored as Args;
  const isSecret = (name: string): boolean => secrets.includes(name) || isSealed(original[name] ?? null);
  refuse(changedSecrets(given, original, isSecret));
  const open = Object.fromEntries(Object.entries(given).filter(([name]) => !isSecret(name)));
  refuse(unfit(withoutSecrets(approval.inputSchema, isSecret), open));
  const sealed = Object.fromEntries(Object.entries(original).filter(([name]) => isSecret(name)));
  const merged = { ...open, ...sealed };
  const text = canonicalJson(shownFields(merged, secrets));
  return {
    stored: merged,
    shown: text,
    sha256: createHash('sha256').update(text).digest('hex'),
    difference: difference(shownFields(original, secrets), JSON.parse(text) as Json),
  };
}

/** What differs, field by field, in the order of their names. */
export function difference(from: Json, to: Json): Change[] {
  const changes = microdiff(from as Record<string, unknown>, to as Record<string, unknown>, {
    cyclesFix: false,
  });
  const named = changes.map((change) => ({
    path: change.path.join('.'),
    ...(change.type === 'CREATE' ? {} : { from: change.oldValue as Json }),
    ...(change.type === 'REMOVE' ? {} : { to: change.value as Json }),
  }));
  return named.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function changedSecrets(given: Args, original: Args, isSecret: (name: string) => boolean): FieldError[] {
  return Object.entries(given)
    .filter(([name, value]) => isSecret(name) && (value !== SHOWN_SECRET || !(name in original)))
    .map(([name]) => ({
      field: fieldName(['body', 'decision', 'args', name]),
      message: `is a secret, which nobody can change here; leave it out or as ${JSON.stringify(SHOWN_SECRET)}`,
    }));
}

/** The rules of the other fields: what is behind a secret is not known here. */
function withoutSecrets(schema: Json, isSecret: (name: string) => boolean): object {
  const { properties, required, ...rest } = schema as {
    readonly properties?: { readonly [name: string]: Json };
    readonly required?: readonly string[];
  };
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !isSecret(name))),
    }),
    ...(required && { required: required.filter((name) => !isSecret(name)) }),
  };
}

function unfit(schema: object, args: Args): FieldError[] {
  // Compiled for each edit: a person's edit is rare, and each question brings the schema of its own build.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(args)) return [];
  return (validate.errors ?? []).map((error) => {
    const path = error.instancePath.split('/').slice(1);
    const absent = error.keyword === 'required' ? [error.params.missingProperty as string] : [];
    const extra = error.keyword === 'additionalProperties' ? [error.params.additionalProperty as string] : [];
    const field = [...path, ...absent, ...extra];
    return {
      field: fieldName(['body', 'decision', 'args', ...field]),
      message: `${shown(valueAt(args, field))}: ${error.message ?? 'is refused'}`,
    };
  });
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw new TerminalError(
    'APPROVAL_EDIT_INVALID',
    errors.map((error) => `${error.field}: ${error.message}`).join('; '),
    { errors },
  );
}
