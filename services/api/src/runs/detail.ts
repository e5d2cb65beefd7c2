import type { WitnessCounts } from '@checkpoint/contracts';
import { Budgets, Faults } from '@checkpoint/contracts';
import type { DuplicateCounts, RunDetail } from '@checkpoint/contracts/api';
import { runNotFound } from '../errors.ts';
import type { ApiParts } from '../parts.ts';
import { type DetailRow, findRun, toSummary } from '../store/runs.ts';
import { traceUrl } from '../tracing/url.ts';

/** A run as its page shows it first. Throws RUN_NOT_FOUND. */
export async function readRunDetail(parts: ApiParts, runId: string): Promise<RunDetail> {
  const run = await findRun(parts.pool, runId);
  if (run === undefined) throw runNotFound(runId);
  const counts = await parts.witness.counts(runId);
  return {
    ...toSummary(run),
    startedBy: run.started_by,
    input: run.input,
    budgets: Budgets.parse(run.budgets),
    faults: Faults.parse(run.faults),
    result: run.result,
    error: run.error,
    resumeStep: resumeStep(run),
    duplicates: duplicates(counts, run.journal_duplicates),
    slowestResumeSeconds: run.slowest_resume_seconds,
    temporalUrl: temporalUrl(parts, runId),
    traceUrl: traceUrl(parts.settings.tracing.urlTemplate, runId),
    latestEventId: run.position,
  };
}

/** Derived from attempts, never stored. Null once the run has ended: nothing will be taken up. */
function resumeStep(run: DetailRow): number | null {
  if (run.status !== 'running') return null;
  return run.interrupted_step ?? run.step + 1;
}

function duplicates(counts: WitnessCounts | null, journal: number): DuplicateCounts {
  if (counts === null) return { witness: null, byKind: {}, journal };
  return { witness: counts.total, byKind: { ...counts.byKind }, journal };
}

function temporalUrl(parts: ApiParts, runId: string): string | null {
  const { temporalUiUrl } = parts.settings;
  if (temporalUiUrl === undefined) return null;
  return `${temporalUiUrl}/namespaces/${encodeURIComponent(parts.temporal.namespace)}/workflows/${encodeURIComponent(runId)}`;
}
