import { setTimeout as delay } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';
import type { Side } from '../resume/side.ts';
import type { SoakOptions } from './options.ts';

/** Steps of a run, at least and at most. */
const FEWEST_STEPS = 10;
const MOST_STEPS = 30;
const LOOK_MS = 500;
/** Milliseconds that the last runs get to end after the killing has stopped. */
const END_MS = 300_000;

export interface Load {
  readonly runIds: readonly string[];
  /** Runs that did not end as `completed`, with what became of them. */
  readonly notCompleted: readonly { readonly runId: string; readonly status: string }[];
}

/** Keeps `runs` runs going until the signal aborts, then waits until all have ended. */
export async function keepRunning(
  side: Side,
  { runs, toolMs, random }: SoakOptions,
  signal: AbortSignal,
  report: (line: string) => void,
): Promise<Load> {
  const lengths = () => Math.round(random.between(FEWEST_STEPS, MOST_STEPS));
  const runIds: string[] = [];
  let deadline = Number.POSITIVE_INFINITY;
  for (;;) {
    const open = await openOf(side, runIds);
    if (signal.aborted && deadline === Number.POSITIVE_INFINITY) {
      deadline = performance.now() + END_MS;
      report(`${open} runs are still going; no more kills`);
    }
    if (signal.aborted && (open === 0 || performance.now() > deadline)) break;
    for (let missing = signal.aborted ? 0 : runs - open; missing > 0; missing -= 1) {
      const runId = `soak-${random.seed}-${runIds.length}`;
      runIds.push(runId);
      await start(side, runId, { steps: lengths(), toolMs }, report);
    }
    await delay(LOOK_MS);
  }
  const { rows } = await side.db.query<{ run_id: string; status: string }>(
    `SELECT run_id, status FROM runs WHERE run_id = ANY ($1) AND status <> 'completed'`,
    [runIds],
  );
  return { runIds, notCompleted: rows.map(({ run_id, status }) => ({ runId: run_id, status })) };
}

async function start(
  side: Side,
  runId: string,
  input: object,
  report: (line: string) => void,
): Promise<void> {
  try {
    await side.startRun(runId, input);
  } catch (thrown) {
    // The API is under load: a run that it wrote down starts by itself, another is missed by the count.
    report(`run ${runId} was not started: ${asError(thrown).message}`);
  }
}

async function openOf(side: Side, runIds: readonly string[]): Promise<number> {
  const { rows } = await side.db.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM runs WHERE run_id = ANY ($1) AND status = 'running'`,
    [runIds],
  );
  return rows[0]?.open ?? 0;
}
