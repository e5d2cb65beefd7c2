import type { Kill } from './kill.ts';
import type { World } from './world.ts';

/** Milliseconds before the kill from which on events are shown. */
const BEFORE_MS = 400;

/** A run that moved sooner needs no explanation. */
const EXPLAIN_MS = 250;

/** Reports what Temporal did with the run that moved last, when that took long. */
export async function explainSlowest(
  world: World,
  kill: Kill,
  report: (line: string) => void,
): Promise<void> {
  const [slowest] = [...kill.samples].sort((a, b) => (b.movedMs ?? Infinity) - (a.movedMs ?? Infinity));
  if (slowest === undefined || (slowest.movedMs ?? Infinity) < EXPLAIN_MS) return;
  const movedMs = slowest.movedMs === null ? 'never' : `after ${Math.round(slowest.movedMs)} ms`;
  report(`  slowest: ${slowest.runId}, ${slowest.state} at step ${slowest.step}, moved ${movedMs}`);
  const lines = await explain(world, slowest.runId, kill.atMs, slowest.movedMs ?? Infinity);
  for (const line of lines) report(`    ${line}`);
}

/** What Temporal's history says about one run around a kill: each event with its time after the signal and its worker. */
async function explain(
  { temporal }: World,
  runId: string,
  killedAtMs: number,
  untilMs: number,
): Promise<string[]> {
  const { events } = await temporal.workflow.getHandle(runId).fetchHistory();
  return (events ?? []).flatMap((event) => {
    const atMs = Number(event.eventTime?.seconds) * 1000 + Number(event.eventTime?.nanos) / 1e6 - killedAtMs;
    if (atMs < -BEFORE_MS || atMs > untilMs) return [];
    const [name, attributes] =
      Object.entries(event).find(([key, value]) => key.endsWith('EventAttributes') && value != null) ?? [];
    const shown = attributes as {
      identity?: string;
      attempt?: number;
      timeoutType?: number;
      taskQueue?: { kind?: number };
    };
    const details = [
      shown.identity ? `by ${shown.identity.slice(-6)}` : '',
      (shown.attempt ?? 1) > 1 ? `attempt ${shown.attempt}` : '',
      shown.timeoutType ? `time-out ${shown.timeoutType === 1 ? 'start to close' : 'schedule to start'}` : '',
      shown.taskQueue?.kind === 2 ? 'on the sticky queue' : '',
    ].filter((part) => part !== '');
    return [
      `${Math.round(atMs)} ms ${name?.replace('EventAttributes', '') ?? 'unknown'} ${details.join(', ')}`.trim(),
    ];
  });
}
