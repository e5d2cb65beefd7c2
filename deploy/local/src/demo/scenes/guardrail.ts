import { until } from '../client.ts';
import { type Demo, RUN_MS } from '../context.ts';

/** A model that answers rubbish twice: no tool is called with it, and what it wrote is kept. */
export async function guardrail(demo: Demo): Promise<void> {
  const runId = demo.runId('garble');
  await demo.api.start({
    agent: 'ledger',
    runId,
    input: { documents: 3 },
    faults: [{ kind: 'garble', step: 2, times: 2 }],
  });
  const run = await until('the garbled run to end', RUN_MS, async () => {
    const seen = await demo.api.run(runId);
    return seen.status === 'running' ? undefined : seen;
  });
  const raw = run.error?.rawText ?? '';
  demo.checks.check(
    'a garbled answer ends in GuardrailError, its raw text kept',
    run.status === 'failed' && run.error?.code === 'GUARDRAIL' && raw.length > 0,
    `status ${run.status}, ${run.error?.code}, kept: ${JSON.stringify(raw.slice(0, 40))}…`,
  );
  const { attempts } = await demo.api.attempts(runId);
  const calls = attempts.filter((attempt) => attempt.activity !== 'model');
  const late = calls.filter((attempt) => attempt.step >= 2).length;
  demo.checks.check(
    'no tool was called with it',
    calls.length > 0 && late === 0,
    `${calls.length} tool calls before, ${late} at or after the garbled step`,
  );
}
