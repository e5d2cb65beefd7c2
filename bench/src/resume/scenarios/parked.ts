import { setTimeout as delay } from 'node:timers/promises';
import { untilParked, victimOf } from '../flock.ts';
import { after, type Kill, type Scenario } from '../kill.ts';
import { awaitNext, wake } from './wake.ts';

/** Milliseconds after the kill at which a person decides, at the latest. */
const DECIDES_WITHIN_MS = 1_000;

/**
 * SIGKILL while the runs wait for a person, who decides a little later. Measured from the decision to the next attempt:
 * a run that waits has nothing to resume, but its memory died with the worker.
 */
export const parked: Scenario = async ({ world, side, flock, random, ordinal }) => {
  const keys = await untilParked(side, flock.runIds);
  const victim = await victimOf(side, flock);
  const killedAtMs = Date.now();
  process.kill(victim.pid, 'SIGKILL');
  await delay(random.between(0, DECIDES_WITHIN_MS));
  const woken = await Promise.all(
    [...keys].map(async ([runId, key]) => ({ runId, atMs: await wake(world, side, runId, key) })),
  );
  const next = await awaitNext(side, flock.runIds, killedAtMs);
  side.mended();
  const samples = woken.map(({ runId, atMs }) => {
    const movedMs = after(next.get(runId), atMs);
    return {
      runId,
      step: 1,
      state: 'parked' as const,
      againMs: movedMs,
      movedMs,
      nextStepMs: null,
      effectMs: null,
    };
  });
  return { ...victim, atMs: killedAtMs, ordinal, samples } satisfies Kill;
};
