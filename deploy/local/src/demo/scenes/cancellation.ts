import { until } from '../client.ts';
import { type Demo, HOLD_MS, RUN_MS } from '../context.ts';
import { countsAt } from '../witness.ts';

/** A cancelled run begins nothing new, and says what it did and did not do. */
export async function cancellation(demo: Demo): Promise<void> {
  const { api, checks } = demo;
  const runId = demo.runId('cancel');
  await api.start({ agent: 'ledger', runId, input: { documents: 30 } });
  await until('step 4', HOLD_MS, async () => (await api.run(runId)).step >= 4);
  await api.cancel(runId);
  const run = await until('the run to end as cancelled', RUN_MS, async () => {
    const seen = await api.run(runId);
    return seen.status === 'running' ? undefined : seen;
  });
  const report = await api.report(runId);
  const { effects } = await api.effects(runId);
  const open = effects.filter((effect) => effect.state === 'intended').length;
  const counts = await countsAt(demo.stack.witnessUrl, runId);
  checks.check(
    'cancellation ends cleanly, with a report',
    run.status === 'cancelled' &&
      open === 0 &&
      counts.total.duplicates === 0 &&
      report.done.length === counts.total.distinctKeys,
    `status ${run.status} at step ${run.step}: ${report.done.length} done, ${report.undone.length} undone, ${report.unknown.length} unknown; the witness has ${counts.total.distinctKeys}`,
  );
}
