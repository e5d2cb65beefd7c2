import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  noJitterGenerator,
} from 'cockatiel';
import { countsAgainstProvider, ProviderFailure } from './failure.ts';

export interface CircuitOptions {
  /** Failures in a row after which a provider is no longer asked. One may be chance; two cost two time-outs. */
  readonly failures: number;
  /** Milliseconds until a provider is tried again; each failed trial doubles them. */
  readonly firstPauseMs: number;
  /** Milliseconds: a provider that came back is noticed within this. */
  readonly longestPauseMs: number;
}

export const DEFAULT_CIRCUIT: CircuitOptions = {
  failures: 2,
  firstPauseMs: 15_000,
  longestPauseMs: 300_000,
};

export type Circuit = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Keeps a dead provider from costing its time-out on every step: after some failures in a row it is not asked for a
 * while, and then by one call at a time. Throws ProviderFailure CIRCUIT_OPEN for a call that was not made.
 */
export function createCircuit(options: CircuitOptions = DEFAULT_CIRCUIT): Circuit {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof ProviderFailure && countsAgainstProvider(error)),
    {
      breaker: new ConsecutiveBreaker(options.failures),
      halfOpenAfter: new ExponentialBackoff({
        generator: noJitterGenerator,
        initialDelay: options.firstPauseMs,
        maxDelay: options.longestPauseMs,
        exponent: 2,
      }),
    },
  );
  const notAsked = () => {
    const last = breaker.lastFailure;
    const why =
      last !== undefined && 'error' in last && last.error instanceof ProviderFailure ? last.error : undefined;
    return new ProviderFailure(
      'CIRCUIT_OPEN',
      `not asked, because it failed ${options.failures} times in a row${why ? `; last: ${why.reason}, ${why.message}` : ''}`,
    );
  };
  return async (call) => {
    // While one call tries the provider again, the library would make the others wait for it. They go on instead.
    if (breaker.state === CircuitState.HalfOpen) throw notAsked();
    try {
      return await breaker.execute(call);
    } catch (thrown) {
      throw thrown instanceof BrokenCircuitError ? notAsked() : thrown;
    }
  };
}
