import { markOf } from '../../os/process-table.ts';
import { until } from '../client.ts';
import { type Demo, HOLD_MS, RUN_MS } from '../context.ts';
import { countsAt } from '../witness.ts';

const STEPS = 20;
const EFFECTS_A_STEP = 3;

/** The API is killed in the middle of a run: its workers go on, and the next API adopts them. */
export async function apiDeath(demo: Demo): Promise<void> {
  const { api, stack, checks } = demo;
  const runId = demo.runId('api');
  const before = await until('both workers to live', HOLD_MS, async () => {
    const living = await alive(demo);
    return living.length >= 2 ? living : undefined;
  });
  await api.start({ agent: 'ledger', runId, input: { documents: STEPS } });
  await until('step 3', HOLD_MS, async () => (await api.run(runId)).step >= 3);
  const exit = await stack.killApi();
  checks.note(`the API was killed: ${JSON.stringify(exit)}`);
  const atKill = await stepOf(demo, runId);
  // Read from Postgres: nobody else can say how far the run is while there is no API.
  const alone = await until('the run to go on without an API', HOLD_MS, async () => {
    const step = await stepOf(demo, runId);
    return step >= Math.min(atKill + 2, STEPS) ? step : undefined;
  });
  const survivors = before.filter(({ pid }) => markOf(pid) !== undefined);
  await stack.restartApi();
  const after = await until('the new API to know the workers', HOLD_MS, async () => {
    const living = await alive(demo);
    return living.length >= 2 ? living : undefined;
  });
  const adopted = before.every((worker) => after.some((item) => item.workerId === worker.workerId));
  checks.check(
    'SIGKILL of the API: workers survive, the new API adopts them',
    survivors.length === before.length && adopted && after.length === before.length,
    `${survivors.length} of ${before.length} survived and took the run from step ${atKill} to ${alone} alone; ${after.length} live after, same ids ${adopted}`,
  );
  const run = await until('the run to end', RUN_MS, async () => {
    const seen = await api.run(runId);
    return seen.status === 'running' ? undefined : seen;
  });
  const counts = await countsAt(stack.witnessUrl, runId);
  checks.check(
    'nothing was lost with the API',
    run.status === 'completed' &&
      run.step === STEPS &&
      counts.total.duplicates === 0 &&
      counts.total.distinctKeys === STEPS * EFFECTS_A_STEP,
    `status ${run.status}, step ${run.step}, ${counts.total.distinctKeys} keys at the witness, duplicates ${counts.total.duplicates}`,
  );
}

async function stepOf(demo: Demo, runId: string): Promise<number> {
  const { rows } = await demo.db.query('SELECT max(step)::int AS step FROM steps WHERE run_id = $1', [runId]);
  return rows[0]?.step ?? 0;
}

async function alive(demo: Demo): Promise<{ workerId: string; pid: number }[]> {
  const { workers } = await demo.api.workers();
  return workers.flatMap(({ state, workerId, pid }) =>
    state === 'live' && pid !== null ? [{ workerId, pid }] : [],
  );
}
