import { setTimeout as delay } from 'node:timers/promises';
import { victimOf } from '../flock.ts';
import { after, followUp, type Kill, type Scenario } from '../kill.ts';
import { heldBy } from '../observe.ts';

const SPREAD_MS = 400;
/** Milliseconds that a woken worker gets to do harm, if it can, before it is killed. */
const WOKEN_MS = 500;

/** SIGSTOP at a random moment: no death until the lease ends. Then the worker is woken, and must not do harm. */
export const frozen: Scenario = async (context) => {
  const { side, flock, random } = context;
  const victim = await victimOf(side, flock);
  await delay(random.between(0, SPREAD_MS));
  const atMs = Date.now();
  process.kill(victim.pid, 'SIGSTOP');
  const kill = await followUp(context, victim, atMs);
  const { rows } = await side.db.query<{ at: number }>(
    'SELECT extract(epoch FROM lease_until)::float8 * 1000 AS at FROM workers WHERE worker_id = $1',
    [victim.workerId],
  );
  const leaseMs = (rows[0]?.at ?? atMs) - atMs;
  await wakeAndEnd(victim.pid);
  side.mended();
  const held = await heldBy(side.db, flock.runIds, victim.workerId, atMs);
  const again = new Map(held.map(({ runId, againAt }) => [runId, after(againAt, atMs)]));
  const samples = kill.samples.map((sample) => {
    const againMs = again.get(sample.runId) ?? null;
    return { ...sample, afterLeaseMs: againMs === null ? null : againMs - leaseMs };
  });
  return { ...kill, samples } satisfies Kill;
};

/** The API may have killed it already, as a worker without a lease. */
async function wakeAndEnd(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGCONT');
    await delay(WOKEN_MS);
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
