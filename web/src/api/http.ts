import { connection } from '../live/connection.ts';
import type { Problem } from './types.ts';

/** Milliseconds until a request counts as unanswered. A kill waits for what it observes, so it is above that. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The API answered, and its answer is a problem. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** Nobody answered: the API is down, or something between it and this page is. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The parsed body of a 2xx answer. Throws `ApiError` for a problem and `Unreachable` when nobody answered. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (!isJson && response.status >= 500) {
    connection.unanswered();
    throw new Unreachable(`${path} answered ${response.status}, and not as the API does`);
  }
  connection.answered(response.headers.get('date'));
  if (response.status === 204) return undefined as Answer;
  if (!isJson) throw new ApiError(notTheApi(path, response.status));
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiError(asProblem(body, path, response.status));
  return body as Answer;
}

async function send(path: string, options: RequestOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const hasBody = options.body !== undefined;
  try {
    return await fetch(path, {
      method: options.method ?? 'GET',
      headers: {
        accept: 'application/json',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
      ...(hasBody && { body: JSON.stringify(options.body) }),
    });
  } catch (thrown) {
    if (options.signal?.aborted) throw thrown;
    connection.unanswered();
    throw new Unreachable('the API does not answer', { cause: thrown });
  }
}

function asProblem(body: unknown, path: string, status: number): Problem {
  if (typeof body === 'object' && body !== null && 'detail' in body && 'code' in body) return body as Problem;
  return notTheApi(path, status);
}

function notTheApi(path: string, status: number): Problem {
  return {
    type: 'about:blank',
    title: 'An answer that is not the API’s',
    status,
    detail: `${path} answered ${status} with something that is not the API’s JSON.`,
    code: 'INTERNAL',
  };
}
