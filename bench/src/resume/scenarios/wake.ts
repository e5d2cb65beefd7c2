import { EFFECT_RESOLVED_SIGNAL } from '@checkpoint/contracts/workflow';
import { resolveUnknown } from '@checkpoint/journal';
import { nextAttempts } from '../observe.ts';
import type { Side } from '../side.ts';
import { until } from '../until.ts';
import type { World } from '../world.ts';

const MEND_MS = 60_000;
const MEND_LOOK_MS = 100;

/** Decides about the outcome that the run waits for, and tells the run. Returns when the signal was sent. */
export async function wake({ temporal }: World, side: Side, runId: string, key: string): Promise<number> {
  await resolveUnknown(side.db, { key, decision: { kind: 'did_not_happen' }, by: 'the benchmark' });
  const atMs = Date.now();
  await temporal.workflow.getHandle(runId).signal(EFFECT_RESOLVED_SIGNAL, key.slice(runId.length + 1));
  return atMs;
}

/** Waits until each run has begun an attempt later than `sinceMs`, and tells when. */
export async function awaitNext(
  side: Side,
  runIds: readonly string[],
  sinceMs: number,
): Promise<Map<string, number>> {
  let last = new Map<string, number>();
  return await until(
    'the runs to go on',
    MEND_MS,
    async () => {
      last = await nextAttempts(side.db, runIds, sinceMs);
      return last.size === runIds.length ? last : undefined;
    },
    MEND_LOOK_MS,
  ).catch(() => last);
}
