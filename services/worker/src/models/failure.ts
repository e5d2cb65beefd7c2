import { asError, RetryableError } from '@checkpoint/contracts';
import { APICallError } from 'ai';

/** Characters of a provider's own words that are kept: enough to act on, too few for a page of HTML. */
const MESSAGE_KEPT_CHARS = 300;
/** Milliseconds until the chain may be asked again, when nobody waits for a better moment. */
export const PROVIDER_RETRY_MS = 5_000;

/**
 * Why a provider gave no answer. `HTTP_<status>`: it refused. `TIMED_OUT`: it was silent for its whole time-out.
 * `UNREACHABLE`: no connection. `BAD_RESPONSE`: it answered, but not in its protocol. `NO_MODEL`: it serves none.
 * `CIRCUIT_OPEN`: it was not asked, because its last calls failed. `FAILED`: anything else.
 */
export type FailureCode =
  | `HTTP_${number}`
  | 'TIMED_OUT'
  | 'UNREACHABLE'
  | 'BAD_RESPONSE'
  | 'NO_MODEL'
  | 'CIRCUIT_OPEN'
  | 'FAILED';

/** One provider failed; the chain goes on with the next. */
export class ProviderFailure extends RetryableError {
  override name = 'ProviderFailure';
  readonly reason: FailureCode;
  constructor(reason: FailureCode, message: string) {
    super('PROVIDER_FAILED', message, PROVIDER_RETRY_MS, { reason });
    this.reason = reason;
  }
}

/**
 * Anything that a call threw, as a ProviderFailure. The cause is left behind on purpose: it holds the headers of the
 * request, and with them the key.
 */
export function providerFailure(thrown: unknown, secret: string | undefined): ProviderFailure {
  if (thrown instanceof ProviderFailure) return thrown;
  const error = asError(thrown);
  const said = redacted(error.message, secret);
  if (!APICallError.isInstance(error)) {
    // InvalidResponseDataError, TypeValidationError and the like: the protocol was not kept.
    const protocol = error.name.startsWith('AI_');
    return new ProviderFailure(protocol ? 'BAD_RESPONSE' : 'FAILED', said);
  }
  const status = error.statusCode;
  if (status === undefined) return new ProviderFailure('UNREACHABLE', said);
  if (status >= 400) return new ProviderFailure(`HTTP_${status}`, `HTTP ${status}: ${said}`);
  return new ProviderFailure('BAD_RESPONSE', `HTTP ${status}, but the body is no answer: ${said}`);
}

/** Faults of the request itself: the provider is well, so they say nothing about the next request. */
const REQUEST_FAULTS: ReadonlySet<FailureCode> = new Set(['HTTP_400', 'HTTP_413', 'HTTP_422']);

/** Whether a failure says that the next request would fail as well. */
export function countsAgainstProvider(failure: ProviderFailure): boolean {
  return !REQUEST_FAULTS.has(failure.reason);
}

/** Providers repeat the key that they refuse, so it is taken out of everything they say. */
export function redacted(message: string, secret: string | undefined): string {
  const clean = secret === undefined || secret === '' ? message : message.replaceAll(secret, '[key]');
  return clean.length > MESSAGE_KEPT_CHARS ? `${clean.slice(0, MESSAGE_KEPT_CHARS)}…` : clean;
}
