import { reason } from './http.ts';

/** Milliseconds for a look-up; a receiver that takes longer is asked again. */
const LOOK_UP_TIMEOUT_MS = 2_000;

export interface LookedUp {
  readonly status: number;
  readonly text: string;
  /** The text as JSON; undefined when it is none. */
  readonly json: unknown;
}

/**
 * Asks a receiver what it knows about an effect. `what` names it in errors. Throws when nobody answers or the answer is
 * a 5xx: a receiver that is away now may answer later, so it is asked again before a person is.
 */
export async function lookUp(url: URL, signal: AbortSignal, what: string): Promise<LookedUp> {
  let response: Response;
  let text: string;
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)]);
    response = await fetch(url, { signal: bounded, redirect: 'error' });
    text = await response.text();
  } catch (thrown) {
    throw new Error(`the look-up of ${what} failed: ${reason(thrown)}`, { cause: thrown });
  }
  if (response.status >= 500) {
    throw new Error(`the look-up of ${what} was answered with ${response.status}`);
  }
  return { status: response.status, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
