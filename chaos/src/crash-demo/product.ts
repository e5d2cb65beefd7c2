import { WitnessCounts } from '@checkpoint/contracts';
import {
  AllResumes,
  AttemptList,
  HoldList,
  KillReport,
  RunDetail,
  type StartRunBody,
  StepList,
  WorkerList,
} from '@checkpoint/contracts/api';
import type { z } from 'zod';

/** Milliseconds for one answer. A kill waits for what it can observe of a pod's end. */
const ANSWER_MS = 20_000;

/** The product as its users see it, over HTTP; each answer is checked against the contract. */
export interface Product {
  start(body: z.input<typeof StartRunBody>): Promise<RunDetail>;
  run(runId: string): Promise<RunDetail>;
  steps(runId: string): Promise<StepList>;
  attempts(runId: string): Promise<AttemptList>;
  holds(runId: string): Promise<HoldList>;
  workers(): Promise<WorkerList>;
  kill(workerId: string): Promise<KillReport>;
  resumes(): Promise<AllResumes>;
}

export function productAt(url: string): Product {
  const get = async <T>(schema: z.ZodType<T>, path: string) => await ask(schema, 'GET', url + path);
  return {
    start: (body) => ask(RunDetail, 'POST', `${url}/api/runs`, body),
    run: (runId) => get(RunDetail, `/api/runs/${runId}`),
    steps: (runId) => get(StepList, `/api/runs/${runId}/steps`),
    attempts: (runId) => get(AttemptList, `/api/runs/${runId}/attempts`),
    holds: (runId) => get(HoldList, `/api/runs/${runId}/holds`),
    workers: () => get(WorkerList, '/api/workers'),
    kill: (workerId) => ask(KillReport, 'DELETE', `${url}/api/workers/${encodeURIComponent(workerId)}`),
    resumes: () => get(AllResumes, '/api/resumes?limit=1'),
  };
}

/** What the witness recorded of a run, asked of the witness itself: the count is taken outside the system. */
export async function countsAt(witnessUrl: string, runId: string): Promise<WitnessCounts> {
  return await ask(WitnessCounts, 'GET', `${witnessUrl}/counts?runId=${runId}`);
}

async function ask<T>(schema: z.ZodType<T>, method: string, url: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return schema.parse(JSON.parse(text));
}
