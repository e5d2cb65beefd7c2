import { type AppError, ERROR_CATALOGUE, type ErrorCode, RetryableError } from '@checkpoint/contracts';
import type { Problem } from '@checkpoint/contracts/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { statusOf, toAppError } from '../errors.ts';
import { MAX_PARAM_CHARS } from '../limits.ts';
import { type FieldError, fieldErrors } from './field-errors.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * The one error handler. A 4xx names the field, the value and the remedy; the text of a 5xx stays in the log, because
 * it may hold what a client has no business with.
 */
export const problems = fp(async (app: FastifyInstance) => {
  app.setErrorHandler<FastifyError>(answer);
});

/** For `frameworkErrors`: an address that the router itself refuses is answered as every other error. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  answer(error, request, reply);
}

function answer(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toProblem(error, request);
  if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'the request failed');
  else request.log.info({ code: known.code, detail: known.detail }, 'the request was refused');
  return send(reply, known, retryAfterMs(error));
}

/** Sends a problem of the catalogue. */
export function sendProblem(reply: FastifyReply, code: ErrorCode, detail: string): FastifyReply {
  return send(reply, problem(code, detail, reply.request));
}

function send(reply: FastifyReply, body: Problem, waitMs?: number): FastifyReply {
  if (waitMs !== undefined) void reply.header('retry-after', Math.ceil(waitMs / 1_000));
  // Serialised here: the schemas of the route speak of its good answers.
  return reply.code(body.status).type(PROBLEM_TYPE).serializer(String).send(JSON.stringify(body));
}

function problem(code: ErrorCode, detail: string, request: FastifyRequest, errors?: FieldError[]): Problem {
  const { status, title } = ERROR_CATALOGUE[code];
  return {
    type: `/docs/errors/${code}.md`,
    title,
    status,
    detail,
    code,
    instance: request.id,
    ...(errors === undefined ? {} : { errors }),
  };
}

function toProblem(error: FastifyError, request: FastifyRequest): Problem {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = fieldErrors(error.validation, error.validationContext, request);
    return problem('BAD_REQUEST', errors.map((e) => `${e.field}: ${e.message}`).join('; '), request, errors);
  }
  const fastifyCode = typeof error.code === 'string' && error.code.startsWith('FST_');
  if (fastifyCode && error.statusCode !== undefined && error.statusCode < 500) {
    const code = error.statusCode === 413 ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST';
    const detail = addressRefused(error.code, request) ?? error.message;
    return { ...problem(code, detail, request), status: error.statusCode };
  }
  return fromAppError(toAppError(error), request);
}

/** Characters of a refused address that are shown. */
const MAX_ADDRESS_CHARS = 120;

function addressRefused(code: string, { url }: FastifyRequest): string | undefined {
  const cut = JSON.stringify(url.length > MAX_ADDRESS_CHARS ? `${url.slice(0, MAX_ADDRESS_CHARS)}…` : url);
  if (code === 'FST_ERR_BAD_URL') {
    return `address: got ${cut}, whose percent-encoding is no UTF-8; encode each part with encodeURIComponent`;
  }
  if (code !== 'FST_ERR_MAX_PARAM_LENGTH') return undefined;
  return `address: got ${cut}, of which one part has more than ${MAX_PARAM_CHARS} characters; use an id that this API gave`;
}

function fromAppError(error: AppError, request: FastifyRequest): Problem {
  const status = statusOf(error);
  if (status >= 500) {
    const { title } = ERROR_CATALOGUE[error.code];
    return problem(error.code, `${title}. The log of the API has more under id ${request.id}.`, request);
  }
  const errors = error.details.errors as FieldError[] | undefined;
  return { ...problem(error.code, error.message, request, errors), ...whatStands(error) };
}

/** What a refused decision met: the decision that stands, or the state of an effect that needs none. */
function whatStands({ code, details }: AppError): Pick<Problem, 'resolution' | 'outcome' | 'state'> {
  if (code === 'APPROVAL_DECIDED' || code === 'APPROVAL_EXPIRED') {
    const { outcome } = details as Pick<Problem, 'outcome'>;
    return outcome === undefined ? {} : { outcome };
  }
  const { decision, decidedBy, decidedAt, state } = details as Partial<
    StandingDecision & { state: Problem['state'] }
  >;
  if (code === 'EFFECT_NOT_UNKNOWN' && state !== undefined) return { state };
  if (code !== 'EFFECT_RESOLVED' || !decision || !decidedBy || !decidedAt) return {};
  return { resolution: { decision, decidedBy, decidedAt } };
}

type StandingDecision = NonNullable<Problem['resolution']>;

function retryAfterMs(error: unknown): number | undefined {
  const known = toAppError(error);
  return known instanceof RetryableError ? known.retryAfterMs : undefined;
}
