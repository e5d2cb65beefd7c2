import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../lib/random.ts';
import type { Kill } from '../resume/kill.ts';
import type { Side } from '../resume/side.ts';

const SHORTEST_MS = 2_000;
const LONGEST_MS = 5_000;
/** Milliseconds until a kill is tried again that would have left no worker. */
const AGAIN_MS = 250;

type SoakKill = Pick<Kill, 'workerId' | 'atMs'>;

export interface Kills {
  readonly kills: readonly SoakKill[];
  /** Kills that waited because fewer than two workers were ready. */
  readonly postponed: number;
}

/** Kills a random worker every 2 to 5 s until the signal aborts. One always stays, so that somebody can go on. */
export async function killWorkers(
  side: Side,
  random: Random,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<Kills> {
  const kills: SoakKill[] = [];
  let postponed = 0;
  while (!signal.aborted) {
    await delay(random.between(SHORTEST_MS, LONGEST_MS), undefined, { signal }).catch(() => undefined);
    const choice = random.between(0, 1);
    let live = await side.workers();
    if (live.length < 2) postponed += 1;
    while (live.length < 2 && !signal.aborted) {
      await delay(AGAIN_MS);
      live = await side.workers();
    }
    const victim = live.sort((a, b) => a.pid - b.pid)[Math.floor(choice * live.length)];
    if (signal.aborted || victim === undefined) break;
    const atMs = Date.now();
    process.kill(victim.pid, 'SIGKILL');
    kills.push({ workerId: victim.workerId, atMs });
    report(`kill ${kills.length}: ${victim.workerId} of ${live.length} that were ready`);
  }
  return { kills, postponed };
}
