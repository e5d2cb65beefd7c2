import type { RunStatus } from '@checkpoint/contracts';
import {
  CHECKPOINT,
  GEN_AI,
  inSpan,
  isTracing,
  runSpanIdOf,
  startSpan,
  tellError,
  traceIdOf,
} from '@checkpoint/telemetry';
import { type Db, row } from '../store/statements.ts';

/** The start of a run at Temporal, as the first span of its trace. */
export async function inStartSpan<T>(runId: string, work: () => Promise<T>): Promise<T> {
  const options = { under: { runId }, kind: 'client', attributes: { [CHECKPOINT.runId]: runId } } as const;
  return await inSpan('start run', options, work);
}

interface RunRow extends Record<string, unknown> {
  readonly agent: string;
  readonly status: RunStatus;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly error: { readonly code?: string; readonly message?: string } | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/**
 * Tells of the run as a whole, once it has ended: only then is its length known. The replica that ended the row does,
 * from the row. Nobody waits for it, and it never rejects.
 */
export async function tellRun(db: Db, runId: string): Promise<void> {
  if (!isTracing()) return;
  try {
    const run = await row<RunRow>(db, 'trace-run', [runId]);
    if (run === undefined) return;
    const { invokeAgent } = GEN_AI.operations;
    const span = startSpan(`${invokeAgent} ${run.agent}`, {
      under: { runId },
      ids: { traceId: traceIdOf(runId), spanId: runSpanIdOf(runId) },
      startMs: run.started_at.getTime(),
      attributes: {
        [GEN_AI.operationName]: invokeAgent,
        [GEN_AI.agentName]: run.agent,
        [GEN_AI.conversationId]: runId,
        [GEN_AI.inputTokens]: run.input_tokens,
        [GEN_AI.outputTokens]: run.output_tokens,
        [CHECKPOINT.runId]: runId,
        [CHECKPOINT.runStatus]: run.status,
      },
    });
    if (run.status === 'failed' || run.status === 'terminated')
      tellError(span, run.error ?? { name: run.status });
    span.end(run.ended_at.getTime());
  } catch {
    // Postgres is away. The trace lacks its first line; what happened is in its spans.
  }
}
