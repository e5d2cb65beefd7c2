import { AppError, asError, ERROR_CATALOGUE, type ErrorCode } from '@checkpoint/contracts';
import type { Problem } from '@checkpoint/contracts/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { MAX_BODY_BYTES } from './limits.ts';
import { CommitUnknown } from './reception.ts';

const MEDIA_TYPE = 'application/problem+json';

/** SQLSTATE classes and Node codes that say: the database does not answer. Insufficient resources, shutdown, no way. */
const DATABASE_DOWN = /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOENT|EPIPE)$/;
const POOL_TIMEOUT = /timeout exceeded when trying to connect|Connection terminated/;

/** Answers with problem details (RFC 9457). `status` differs from the catalogue's only when a fault orders it. */
export async function sendProblem(
  reply: FastifyReply,
  code: ErrorCode,
  detail: string,
  more: { status?: number; errors?: Problem['errors'] } = {},
): Promise<FastifyReply> {
  const status = more.status ?? ERROR_CATALOGUE[code].status;
  const problem: Problem = {
    type: `/docs/errors/${code}.md`,
    title: ERROR_CATALOGUE[code].title,
    status,
    detail,
    code,
    instance: reply.request.url,
    ...(more.errors === undefined ? {} : { errors: more.errors }),
  };
  return await reply.code(status).type(MEDIA_TYPE).serializer(JSON.stringify).send(problem);
}

/** Every error that a route throws becomes a problem; the text of one that nobody foresaw is logged, not sent. */
export function installProblems(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    return await sendProblem(
      reply,
      'NOT_FOUND',
      `${request.method} ${request.url.slice(0, 200)} leads nowhere`,
    );
  });
  app.setErrorHandler(async (thrown, request, reply) => await answer(asError(thrown), request, reply));
}

async function answer(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (error instanceof AppError) return await sendProblem(reply, error.code, error.message);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      field: `${error.validationContext ?? 'request'}${issue.instancePath}`,
      message: issue.message ?? 'not valid',
    }));
    const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
    return await sendProblem(reply, 'BAD_REQUEST', detail, { errors });
  }
  if (isTooLarge(error)) {
    return await sendProblem(reply, 'PAYLOAD_TOO_LARGE', tooLarge());
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  if (statusCode !== undefined && statusCode < 500)
    return await sendProblem(reply, 'BAD_REQUEST', error.message);
  request.log.error({ err: error }, 'request failed');
  if (error instanceof CommitUnknown) {
    return await sendProblem(reply, 'DATABASE_UNAVAILABLE', error.message);
  }
  if (DATABASE_DOWN.test(code ?? '') || POOL_TIMEOUT.test(error.message)) {
    return await sendProblem(reply, 'DATABASE_UNAVAILABLE', 'the database of the witness does not answer');
  }
  return await sendProblem(reply, 'INTERNAL', 'the log of the witness says more');
}

export function isTooLarge(error: Error): boolean {
  return (error as Partial<FastifyError>).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
}

export function tooLarge(): string {
  return `the body is larger than ${MAX_BODY_BYTES} bytes`;
}
