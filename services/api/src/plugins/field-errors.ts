import type { FastifyRequest } from 'fastify';
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Characters of a refused value that are shown: enough to recognise it, too few to fill a log. */
const MAX_SHOWN_CHARS = 80;

/** Refused fields that one answer lists: enough to mend a form, whatever a body of thousands of keys asks for. */
const MAX_FIELD_ERRORS = 20;

/** One entry for each field that a schema refused, 20 at most: where it is, what it held, and what it takes. */
export function fieldErrors(
  issues: readonly ZodFastifySchemaValidationError[],
  context: string | undefined,
  request: FastifyRequest,
): FieldError[] {
  const given = partOf(request, context);
  const part = context ?? 'request';
  return issues
    .slice(0, MAX_FIELD_ERRORS)
    .flatMap((issue) => {
      const path = pathOf(issue);
      const unknown = unknownKeys(issue);
      if (unknown.length > 0) {
        return unknown.slice(0, MAX_FIELD_ERRORS).map((key) => ({
          field: fieldName([part, ...path, key]),
          message: `${shown(valueAt(given, [...path, key]))}: there is no such field; leave it out`,
        }));
      }
      const message = issue.message ?? 'is not what the schema says';
      return [{ field: fieldName([part, ...path]), message: `${shown(valueAt(given, path))}: ${message}` }];
    })
    .slice(0, MAX_FIELD_ERRORS);
}

/** `body.input.documents`; a key that is no plain name is quoted and, when it is long, cut: `body["a b"]`. */
export function fieldName([part, ...path]: readonly string[]): string {
  return path.reduce((name, key) => {
    const short = key.length > MAX_SHOWN_CHARS ? `${key.slice(0, MAX_SHOWN_CHARS)}…` : key;
    return /^[\w$-]+$/.test(key) ? `${name}.${short}` : `${name}[${JSON.stringify(short)}]`;
  }, part ?? 'request');
}

/** The whole part has the pointer `/`. */
function pathOf(issue: ZodFastifySchemaValidationError): string[] {
  return issue.instancePath === '/' ? [] : issue.instancePath.split('/').slice(1).map(unescaped);
}

function unknownKeys({ keyword, params }: ZodFastifySchemaValidationError): readonly string[] {
  return keyword === 'unrecognized_keys' && 'keys' in params ? (params.keys as readonly string[]) : [];
}

/** `got "…"`, cut short, or `is missing`. */
export function shown(value: unknown): string {
  if (value === undefined) return 'is missing';
  const text = JSON.stringify(value) ?? String(value);
  return `got ${text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text}`;
}

function partOf(request: FastifyRequest, context: string | undefined): unknown {
  if (context === 'body') return request.body;
  if (context === 'querystring') return request.query;
  if (context === 'params') return request.params;
  return context === 'headers' ? request.headers : undefined;
}

/** The value under a JSON pointer's parts; undefined where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined),
    value,
  );
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
