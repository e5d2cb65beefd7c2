import { type CrashDemo, drawRunIds, READY_MS } from './context.ts';
import { countsAt, productAt } from './product.ts';
import { until } from './until.ts';

const DOCUMENTS = 4;
const HELD_STEP = 2;
/** Ports of the services, in their namespace. */
const API_PORT = 3000;
const WITNESS_PORT = 3001;

/** The control, in a second namespace: the same kill without a journal. If this counts 0, the proof proves nothing. */
export async function unjournaled({ cluster, config, checks }: CrashDemo): Promise<void> {
  const namespace = config.unjournaledNamespace;
  const api = await cluster.forward(namespace, 'checkpoint-api', API_PORT);
  const witness = await cluster.forward(namespace, 'checkpoint-witness', WITNESS_PORT);
  try {
    const product = productAt(api.url);
    const runId = `unjournaled-${drawRunIds()[0]}`;
    await product.start({
      ...{ agent: 'ledger', runId, input: { documents: DOCUMENTS }, journal: 'off' },
      faults: (['send_mail', 'add_ledger_row'] as const).map((tool) => ({
        ...{ kind: 'hold', step: HELD_STEP, tool, move: 'after_send' },
      })),
    });
    const holders = await until('both effects to be sent', READY_MS, async () => {
      const { holds } = await product.holds(runId);
      return holds.length === 2 ? [...new Set(holds.map(({ workerId }) => workerId))] : undefined;
    });
    for (const workerId of holders) await product.kill(workerId);
    const run = await until('the run without a journal to end', READY_MS, async () => {
      const seen = await product.run(runId);
      return seen.status === 'running' ? undefined : seen;
    });
    const { byKind, total } = await countsAt(witness.url, runId);
    checks.check(
      'journal off, in a namespace of its own: the same kill makes duplicates',
      run.status === 'completed' && byKind.mail.duplicates > 0 && byKind.row.duplicates > 0,
      `duplicates ${total.duplicates}: ${byKind.mail.duplicates} mail, ${byKind.row.duplicates} row; the run ${run.status}`,
    );
  } finally {
    api.close();
    witness.close();
  }
}
