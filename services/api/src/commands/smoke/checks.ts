import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';

/** Between looks at something that is waited for, ms. */
const LOOK_EVERY_MS = 250;
/** One answer, ms; a kill waits up to 8 s for what it can observe. */
const ANSWER_MS = 20_000;
/** Characters of an unexpected answer that are shown. */
const SHOWN_CHARS = 300;

export interface Checks {
  readonly failed: number;
  readonly passed: number;
  /** Prints one line: what was promised, and what was observed. */
  check(promise: string, kept: boolean, observed: string): void;
}

export function createChecks(write: (line: string) => void): Checks {
  const counts = { passed: 0, failed: 0 };
  return {
    get passed() {
      return counts.passed;
    },
    get failed() {
      return counts.failed;
    },
    check(promise, kept, observed) {
      counts[kept ? 'passed' : 'failed'] += 1;
      write(`${kept ? 'PASS' : 'FAIL'}  ${promise}: ${observed}`);
    },
  };
}

/** Looks until `probe` gives a value. Throws after `timeoutMs`, with what was waited for and what was seen last. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let last = 'nothing yet';
  while (performance.now() < deadline) {
    try {
      const seen = await probe();
      if (seen !== undefined) return seen;
    } catch (thrown) {
      last = asError(thrown).message;
    }
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`waited ${timeoutMs / 1_000} s for ${what}: ${last}`);
}

/** Sent with each request, to an API that asks who calls. */
let token: string | undefined;

export function sendToken(given: string): void {
  token = given;
}

/** One request. Throws for an answer other than 2xx, and shows it. */
export async function ask(method: string, url: string, body?: unknown): Promise<Response> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  throw new Error(`${method} ${url}: ${response.status} ${(await response.text()).slice(0, SHOWN_CHARS)}`);
}
