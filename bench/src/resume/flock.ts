import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { WORKERS } from './modes.ts';
import { holders } from './observe.ts';
import type { LiveWorker, Side } from './side.ts';
import { until } from './until.ts';

const READY_MS = 60_000;
/** More steps than a benchmark lets a run take. */
const STEPS = 9_000;

/** Runs that are started together and killed together. */
export interface Flock {
  readonly runIds: readonly string[];
  /** False: a kill is over once each run has moved. */
  readonly untilNextStep: boolean;
}

/** Starts `count` runs and waits until each has begun. `parked`: until each waits for a person. */
export async function startFlock(
  side: Side,
  count: number,
  spec: { readonly toolMs: number; readonly untilNextStep: boolean; readonly parked: boolean },
): Promise<Flock> {
  const runIds = Array.from({ length: count }, () => `${side.mode.name}-${randomUUID().slice(0, 13)}`);
  for (const runId of runIds)
    await side.startRun(runId, { steps: STEPS, toolMs: spec.toolMs, parkAt: spec.parked ? 1 : 0 });
  await until(`${count} runs to begin`, READY_MS, async () => {
    const held = await holders(side.db, runIds);
    return [...held.values()].reduce((sum, runs) => sum + runs, 0) === count;
  });
  if (spec.parked) await untilParked(side, runIds);
  return { runIds, untilNextStep: spec.untilNextStep };
}

/** Waits until each run has an unknown outcome and nothing in progress. */
export async function untilParked(side: Side, runIds: readonly string[]): Promise<Map<string, string>> {
  return await until('the runs to wait for a person', READY_MS, async () => {
    const keys = await unknownEffects(side.db, runIds);
    return keys.size === runIds.length ? keys : undefined;
  });
}

async function unknownEffects(db: pg.Pool, runIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ run_id: string; key: string }>(
    `SELECT run_id, key FROM effects e WHERE run_id = ANY ($1) AND state = 'unknown'
     AND NOT EXISTS (SELECT FROM attempts a WHERE a.run_id = e.run_id AND a.ended_at IS NULL)`,
    [runIds],
  );
  return new Map(rows.map(({ run_id, key }) => [run_id, key]));
}

/** Waits until as many workers live as should, and returns the one that holds most of the flock. */
export async function victimOf(side: Side, { runIds }: Flock): Promise<LiveWorker> {
  return await until(`${WORKERS} workers of ${side.mode.name} to live`, READY_MS, async () => {
    const [live, held] = [await side.workers(), await holders(side.db, runIds)];
    if (live.length < WORKERS) return undefined;
    return live.sort((a, b) => (held.get(b.workerId) ?? 0) - (held.get(a.workerId) ?? 0))[0];
  });
}

/** Kills every worker, and waits until others live in their place. */
export async function replaceWorkers(side: Side): Promise<void> {
  const before = await side.workers();
  for (const { pid } of before) process.kill(pid, 'SIGKILL');
  side.mended();
  const gone = new Set(before.map(({ workerId }) => workerId));
  await until('new workers', READY_MS, async () => {
    const live = await side.workers();
    return live.length >= WORKERS && !live.some(({ workerId }) => gone.has(workerId));
  });
}
