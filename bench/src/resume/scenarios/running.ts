import { setTimeout as delay } from 'node:timers/promises';
import { victimOf } from '../flock.ts';
import { followUp, type Scenario } from '../kill.ts';

/** Milliseconds over which the moment of a kill is spread: longer than a step of one run alone. */
const SPREAD_MS = 400;

/** SIGKILL at a random moment of running steps. */
export const running: Scenario = async (context) => {
  const victim = await victimOf(context.side, context.flock);
  await delay(context.random.between(0, SPREAD_MS));
  const atMs = Date.now();
  process.kill(victim.pid, 'SIGKILL');
  const kill = await followUp(context, victim, atMs);
  context.side.mended();
  return kill;
};
