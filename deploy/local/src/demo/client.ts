import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type {
  AttemptList,
  EffectList,
  HoldList,
  KillReport,
  ResumeList,
  RunDetail,
  RunReport,
  StartRunBody,
  StepList,
  WorkerList,
} from '@checkpoint/contracts/api';
import type { z } from 'zod';

/** Milliseconds for one answer of the API; a kill waits for what it can observe. */
const ANSWER_MS = 15_000;
/** Milliseconds between looks at something that is waited for. */
const LOOK_MS = 50;

type Holds = z.infer<typeof HoldList>;

/** The API as a user sees it: HTTP, and nothing else. */
export class ApiClient {
  readonly #url: string;
  constructor(url: string) {
    this.#url = url;
  }

  start(body: z.input<typeof StartRunBody>): Promise<RunDetail> {
    return this.#ask('POST', '/api/runs', body);
  }
  run = (runId: string): Promise<RunDetail> => this.#ask('GET', `/api/runs/${runId}`);
  steps = (runId: string): Promise<z.infer<typeof StepList>> => this.#ask('GET', `/api/runs/${runId}/steps`);
  effects = (runId: string): Promise<z.infer<typeof EffectList>> =>
    this.#ask('GET', `/api/runs/${runId}/effects`);
  attempts = (runId: string): Promise<z.infer<typeof AttemptList>> =>
    this.#ask('GET', `/api/runs/${runId}/attempts`);
  resumes = (runId: string): Promise<z.infer<typeof ResumeList>> =>
    this.#ask('GET', `/api/runs/${runId}/resumes`);
  report = (runId: string): Promise<RunReport> => this.#ask('GET', `/api/runs/${runId}/report`);
  holds = (runId: string): Promise<Holds> => this.#ask('GET', `/api/runs/${runId}/holds`);
  workers = (): Promise<z.infer<typeof WorkerList>> => this.#ask('GET', '/api/workers');
  cancel = (runId: string): Promise<unknown> => this.#ask('POST', `/api/runs/${runId}/cancel`, {});
  kill(workerId: string): Promise<KillReport> {
    return this.#ask('DELETE', `/api/workers/${encodeURIComponent(workerId)}`);
  }

  async #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return JSON.parse(text) as T;
  }
}

/** Looks until `probe` gives a value. Throws, saying what was waited for, after `timeoutMs`. */
export async function until<T>(
  what: string,
  timeoutMs: number,
  probe: () => Promise<T | undefined | false>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let last = 'nothing yet';
  while (performance.now() < deadline) {
    try {
      const seen = await probe();
      if (seen !== undefined && seen !== false) return seen;
    } catch (thrown) {
      last = asError(thrown).message;
    }
    await sleep(LOOK_MS);
  }
  throw new Error(`waited ${timeoutMs} ms for ${what}: ${last}`);
}
