import { randomUUID } from 'node:crypto';
import { AGENT_WORKFLOW, type AgentRunInput } from '@checkpoint/contracts';
import type { Client } from '@temporalio/client';
import type pg from 'pg';
import { BATCH_LIMIT_MS, type Side } from './options.ts';
import type { BenchWorker } from './workers.ts';

const BUDGETS = { maxSteps: 1_000, maxTokens: 1_000_000_000, maxCostUsd: 1_000, maxWallSeconds: 86_400 };

export interface Bench {
  readonly side: Side;
  readonly client: Client;
  readonly worker: BenchWorker;
  readonly pool: pg.Pool;
}

/** Starts `runs` runs at once and waits until all have ended. Returns their ids and the milliseconds it took. */
export async function runBatch(
  to: Bench,
  runs: number,
  steps: number,
): Promise<{ ids: string[]; wallMs: number }> {
  const ids = Array.from({ length: runs }, () => `trivial-${randomUUID().slice(0, 12)}`);
  // The rows are written before the clock runs: a bare workflow has none.
  if (to.side !== 'bare') await writeRuns(to, ids, steps);
  const begun = performance.now();
  const handles = await Promise.all(ids.map((runId) => start(to, runId, steps)));
  const results = handles.map((handle) => handle.result());
  await Promise.race([Promise.all(results), limit()]);
  return { ids, wallMs: performance.now() - begun };
}

async function writeRuns({ pool, side }: Bench, ids: readonly string[], steps: number): Promise<void> {
  const text = `INSERT INTO runs (run_id, agent, input, budgets, journal)
                SELECT unnest($1::text[]), 'trivial', $2::jsonb, $3::jsonb, $4`;
  const journal = side === 'ours' ? 'on' : 'off';
  await pool.query(text, [ids, JSON.stringify({ steps }), JSON.stringify(BUDGETS), journal]);
}

function start({ side, client, worker }: Bench, runId: string, steps: number) {
  const options = { workflowId: runId, taskQueue: worker.taskQueue };
  if (side === 'bare') return client.workflow.start('bareRun', { ...options, args: [{ runId, steps }] });
  const input: AgentRunInput = { runId, maxSteps: BUDGETS.maxSteps, firstStep: 1 };
  return client.workflow.start(AGENT_WORKFLOW, { ...options, args: [input] });
}

async function limit(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const what = `a batch did not end within ${BATCH_LIMIT_MS} ms: look into the workers' logs`;
  setTimeout(() => reject(new Error(what)), BATCH_LIMIT_MS).unref();
  return await promise;
}
