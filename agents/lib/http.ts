import { NotSent, Refused } from '@checkpoint/agent';

/** Codes of errors that happen while a connection is being made: no byte of the request has left yet. */
const CONNECT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED']);

/** 4xx answers that ask to come back later instead of refusing for good: request time-out, too early, too many. */
const COME_BACK_LATER = new Set([408, 425, 429]);

/** Characters of an answer's body that an error quotes. */
const QUOTED_CHARS = 300;

/** Says of a 4xx answer whether it leaves the outcome open, as "this key is in progress" does. */
export type LeavesOpen = (status: number, body: string) => boolean;

/**
 * Sends a request that changes the outside world and sorts what can go wrong: NotSent (no connection was made), Refused
 * (a 4xx answer), or any other error, which means that nobody knows whether the receiver acted. A receiver with 4xx
 * answers of its own that leave the outcome open names them with `leavesOpen`.
 */
export async function sendHttp(
  url: URL,
  init: RequestInit,
  leavesOpen: LeavesOpen = () => false,
): Promise<Response> {
  const response = await fetch(url, { redirect: 'error', ...init }).catch((thrown: unknown) => {
    if (neverConnected(thrown)) throw new NotSent(`no connection to ${url.host}: ${reason(thrown)}`);
    throw thrown;
  });
  if (response.ok) return response;
  const text = await response.text();
  const quoted = text.slice(0, QUOTED_CHARS);
  const message = `${init.method ?? 'GET'} ${url.pathname} was answered with ${response.status}: ${quoted}`;
  const { status } = response;
  const isRefusal = status >= 400 && status < 500 && !COME_BACK_LATER.has(status);
  if (isRefusal && !leavesOpen(status, text)) throw new Refused(message, { status });
  throw new Error(message);
}

/** True when an error says that the connection never came up, so that nothing can have been sent. */
export function neverConnected(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || (code !== undefined && CONNECT_CODES.has(code))) {
    return true;
  }
  if (thrown instanceof AggregateError)
    return thrown.errors.length > 0 && thrown.errors.every(neverConnected);
  return thrown.cause !== undefined && neverConnected(thrown.cause);
}

/** The innermost message: `fetch failed` alone helps nobody. */
export function reason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(reason).join('; ');
  return thrown.cause === undefined ? thrown.message : reason(thrown.cause);
}
