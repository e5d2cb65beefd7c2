import { until } from '../client.ts';
import { type Demo, HOLD_MS, RUN_MS } from '../context.ts';
import { countsAt, inWords } from '../witness.ts';

const HELD_STEP = 3;

/** The control: the same agent and the same kill, with the journal off. If this counts 0, the proof proves nothing. */
export async function withoutJournal(demo: Demo): Promise<void> {
  const runId = demo.runId('no-journal');
  await demo.api.start({
    agent: 'ledger',
    runId,
    input: { documents: 6 },
    journal: 'off',
    faults: (['send_mail', 'add_ledger_row'] as const).map((tool) => ({
      ...{ kind: 'hold', step: HELD_STEP, tool, move: 'after_send' },
    })),
  });
  const workerId = await until('both effects to be sent', HOLD_MS, async () => {
    const { holds } = await demo.api.holds(runId);
    return holds.length === 2 ? holds[0]?.workerId : undefined;
  });
  await killAllHolding(demo, runId, workerId);
  const run = await until('the run without a journal to end', RUN_MS, async () => {
    const seen = await demo.api.run(runId);
    return seen.status === 'running' ? undefined : seen;
  });
  const counts = await countsAt(demo.stack.witnessUrl, runId);
  demo.checks.check(
    'journal off: the same kill makes duplicates (the count can fail)',
    run.status === 'completed' && counts.byKind.mail.duplicates > 0 && counts.byKind.row.duplicates > 0,
    `duplicates ${counts.total.duplicates}; ${inWords(counts)}`,
  );
  demo.numbers.withoutJournal = counts;
}

/** The two effects of the step may sit on two workers. */
async function killAllHolding(demo: Demo, runId: string, first: string): Promise<void> {
  const { holds } = await demo.api.holds(runId);
  for (const workerId of new Set([first, ...holds.map((hold) => hold.workerId)]))
    await demo.api.kill(workerId);
}
