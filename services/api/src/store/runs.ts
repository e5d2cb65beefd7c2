import type { Budgets, Json, RunStatus } from '@checkpoint/contracts';
import type { RunSummary } from '@checkpoint/contracts/api';
import type { Position } from '../paging.ts';
import { type Db, instant, nullableInstant, row, rows } from './statements.ts';

export interface SummaryRow {
  run_id: string;
  agent: string;
  status: RunStatus;
  planned_steps: number | null;
  started_at: Date;
  ended_at: Date | null;
  journal: 'on' | 'off';
  cancel_requested_at: Date | null;
  step: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number;
  intended: number;
  applied: number;
  rejected: number;
  unknown: number;
  worker_id: string | null;
  resumes: number;
  waiting: number;
}

export interface DetailRow extends SummaryRow {
  started_by: string | null;
  input: Json;
  budgets: Budgets;
  faults: unknown[];
  result: Json | null;
  error: { code: string; message: string; rawText?: string } | null;
  position: string;
  slowest_resume_seconds: number | null;
  journal_duplicates: number;
  interrupted_step: number | null;
}

export interface RunFilter {
  readonly status?: RunStatus | undefined;
  readonly agent?: string | undefined;
  readonly after?: Position | undefined;
  readonly limit: number;
}

/** Runs newest first; one more than a page says whether a page follows. */
export async function listRuns(db: Db, filter: RunFilter): Promise<(SummaryRow & { cursor_at: string })[]> {
  return await rows(db, 'list-runs', [
    filter.status ?? null,
    filter.agent ?? null,
    filter.after?.at ?? null,
    filter.after?.id ?? null,
    filter.limit,
  ]);
}

export async function countRuns(db: Db, agent: string | undefined): Promise<Record<RunStatus, number>> {
  const counts = { running: 0, completed: 0, failed: 0, cancelled: 0, terminated: 0 };
  for (const { status, runs } of await rows<{ status: RunStatus; runs: number }>(db, 'count-runs', [
    agent ?? null,
  ])) {
    counts[status] = runs;
  }
  return counts;
}

export async function findRun(db: Db, runId: string): Promise<DetailRow | undefined> {
  return await row<DetailRow>(db, 'find-run', [runId]);
}

export async function runStatus(
  db: Db,
  runId: string,
): Promise<{ status: RunStatus; cancel_requested_at: Date | null } | undefined> {
  return await row(db, 'run-status', [runId]);
}

/** False when the run has ended or does not exist. Idempotent: the first request's time stands. */
export async function requestCancel(db: Db, runId: string): Promise<boolean> {
  return (await row(db, 'request-cancel', [runId])) !== undefined;
}

export function toSummary(run: SummaryRow): RunSummary {
  return {
    runId: run.run_id,
    agent: run.agent,
    status: run.status,
    step: run.step,
    plannedSteps: run.planned_steps,
    workerId: run.worker_id,
    startedAt: instant(run.started_at),
    endedAt: nullableInstant(run.ended_at),
    usage: { inputTokens: run.input_tokens, outputTokens: run.output_tokens, costUsd: run.cost_usd },
    effects: {
      intended: run.intended,
      applied: run.applied,
      rejected: run.rejected,
      unknown: run.unknown,
    },
    resumes: run.resumes,
    waiting: run.waiting,
    journal: run.journal,
    cancelRequestedAt: nullableInstant(run.cancel_requested_at),
  };
}
