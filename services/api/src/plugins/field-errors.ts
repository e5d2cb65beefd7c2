import type { FastifyRequest } from 'fastify';
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Characters of a refused value that are shown: enough to recognise it, too few to fill a log. */
const MAX_SHOWN_CHARS = 80;

/** One entry for each field that a schema refused: where it is, what it held, and what it takes. */
export function fieldErrors(
  issues: readonly ZodFastifySchemaValidationError[],
  context: string | undefined,
  request: FastifyRequest,
): FieldError[] {
  const given = partOf(request, context);
  return issues.map((issue) => {
    const path = issue.instancePath.split('/').slice(1).map(unescaped);
    const field = [context ?? 'request', ...path].join('.');
    return {
      field,
      message: `${shown(valueAt(given, path))}: ${issue.message ?? 'is not what the schema says'}`,
    };
  });
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
