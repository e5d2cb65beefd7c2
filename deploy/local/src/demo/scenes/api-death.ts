import { until } from '../client.ts';
import { type Demo, HOLD_MS, RUN_MS } from '../context.ts';
import { countsAt } from '../witness.ts';

/** The API is killed in the middle of a run: its workers go on, and the next API adopts them. */
export async function apiDeath(demo: Demo): Promise<void> {
  const { api, stack, checks } = demo;
  const runId = demo.runId('api');
  const before = await until('both workers to live', HOLD_MS, async () => {
    const living = await alive(demo);
    return living.length >= 2 ? living : undefined;
  });
  await api.start({ agent: 'ledger', runId, input: { documents: 20 } });
  await until('step 3', HOLD_MS, async () => (await api.run(runId)).step >= 3);
  const exit = await stack.killApi();
  checks.note(`the API was killed: ${JSON.stringify(exit)}`);
  const { rows: moved } = await demo.db.query('SELECT max(step)::int AS step FROM steps WHERE run_id = $1', [
    runId,
  ]);
  const survivors = before.filter(({ pid }) => isRunning(pid));
  await stack.restartApi();
  const after = await until('the new API to know the workers', HOLD_MS, async () => {
    const living = await alive(demo);
    return living.length >= 2 ? living : undefined;
  });
  const adopted = before.every((worker) => after.some((item) => item.workerId === worker.workerId));
  checks.check(
    'SIGKILL of the API: workers survive, the new API adopts them',
    survivors.length === before.length && adopted && after.length === before.length,
    `${survivors.length} of ${before.length} survived (step ${moved[0]?.step} at the kill), ${after.length} live after, same ids ${adopted}`,
  );
  const run = await until('the run to end', RUN_MS, async () => {
    const seen = await api.run(runId);
    return seen.status === 'running' ? undefined : seen;
  });
  const counts = await countsAt(stack.witnessUrl, runId);
  checks.check(
    'nothing was lost with the API',
    run.status === 'completed' &&
      run.step === 20 &&
      counts.total.duplicates === 0 &&
      counts.total.distinctKeys === 60,
    `status ${run.status}, step ${run.step}, ${counts.total.distinctKeys} keys at the witness, duplicates ${counts.total.duplicates}`,
  );
}

async function alive(demo: Demo): Promise<{ workerId: string; pid: number }[]> {
  const { workers } = await demo.api.workers();
  return workers.flatMap(({ state, workerId, pid }) =>
    state === 'live' && pid !== null ? [{ workerId, pid }] : [],
  );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
