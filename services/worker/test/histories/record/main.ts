/**
 * `npm run record-histories [<version> <index.ts of its workflows>]`: plays every feature on real servers and writes what
 * Temporal recorded. Without arguments it records the loop as it is, under the next version's name. A file of a release
 * is never recorded again: it is the evidence of how that release behaved.
 */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Agent } from '@checkpoint/agent';
import { agents } from '@checkpoint/agents';
import { bundle } from '../../../src/bundle.ts';
import { toStored, writeStored } from '../../../src/replay/stored.ts';
import { scriptedAgent } from '../../fixtures/agents.ts';
import { createHarness, type Harness, type Started } from '../../fixtures/harness.ts';
import { FEATURES } from './features.ts';
import { startWitness } from './witness.ts';

/** What the loop in `src/workflows` is called until it is released. */
const CURRENT = 'v2';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

const [, , version = CURRENT, workflows] = process.argv;
const file = join(mkdtempSync(join(tmpdir(), 'record-')), 'workflows.js');
writeFileSync(file, await (workflows === undefined ? bundle() : bundle(resolve(workflows))));
const harness = await createHarness();
try {
  for (const feature of FEATURES) {
    const agent =
      feature.agent?.(feature.script) ?? scriptedAgent(feature.script, { events: [], answers: 0 });
    const worker = await harness.work(agent, { workflowBundle: file });
    const started = await harness.start(feature.start);
    await feature.act?.(harness, started);
    await record(harness, started, { agent: 'scripted', feature: feature.name });
    await worker.stop();
  }
  await recordAgents(harness);
} finally {
  await harness.close();
}

/** The agents that ship, against a real witness. */
async function recordAgents(on: Harness): Promise<void> {
  const witness = await startWitness(on.db.url);
  try {
    for (const [name, input] of [
      ['ledger', { documents: 3 }],
      ['refunds', { cases: 3 }],
      ['research', { question: 'Which batteries were recalled and set aside?' }],
    ] as const) {
      const agent = agents.find((item) => item.name === name) as Agent;
      const worker = await on.work(agent, { workflowBundle: file, agentSettings: witness.settings });
      await record(on, await on.start({ agent: name, input }), { agent: name, feature: 'plain' });
      await worker.stop();
    }
  } finally {
    await witness.stop();
  }
}

/** Every execution of the run's chain: each is a history of its own, and replayed alone. */
async function record(on: Harness, { runId, handle }: Started, what: { agent: string; feature: string }) {
  // A run that fails or is cancelled is as good a history as one that ends well.
  await handle.result().catch(() => undefined);
  let executionId: string | undefined = (await handle.describe()).runId;
  const chain = [];
  while (executionId) {
    const history = await on.client.workflow.getHandle(runId, executionId).fetchHistory();
    chain.unshift(history);
    executionId =
      history.events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? undefined;
  }
  for (const [index, history] of chain.entries()) {
    const feature = chain.length === 1 ? what.feature : `${what.feature}-${index + 1}`;
    const name = await writeStored(FOLDER, toStored({ ...what, feature, version, runId }, history));
    process.stdout.write(`${name}: ${history.events?.length} events\n`);
  }
}
