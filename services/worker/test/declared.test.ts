/** What nobody declared does not run: an activity of the worker, and a tool of an agent. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AnyTool } from '@checkpoint/agent';
import { WorkerId } from '@checkpoint/contracts';
import { testTemporal } from '@checkpoint/testing';
import { ApplicationFailure, WorkflowFailedError } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { createTemporalWorker } from '../src/temporal.ts';
import { call, type Recorded, scriptedAgent, turn } from './fixtures/agents.ts';
import { createHarness, type Harness } from './fixtures/harness.ts';

let harness: Harness;
let folder: string;
before(async () => {
  harness = await createHarness();
  folder = await mkdtemp(join(tmpdir(), 'checkpoint-declared-'));
});
after(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

/** The failure of the activity that ended a workflow. */
async function failureOf(result: Promise<unknown>): Promise<ApplicationFailure> {
  const error: unknown = await result.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof WorkflowFailedError, String(error));
  assert.ok(error.cause instanceof Error && error.cause.cause instanceof ApplicationFailure);
  return error.cause.cause;
}

test('refuses an activity that the worker registers and nobody declared, and runs a declared one', async () => {
  const ran: string[] = [];
  const temporal = { ...(await testTemporal()), taskQueue: `declared-${randomUUID()}` };
  const workflowsPath = fileURLToPath(new URL('./fixtures/two-activities.ts', import.meta.url));
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') });
  const workflowBundle = join(folder, 'bundle.js');
  await writeFile(workflowBundle, code);
  const { worker, connection } = await createTemporalWorker(
    { workerId: WorkerId.parse(`test/${randomUUID()}`), temporal, workflowBundle },
    { callTool: async () => ran.push('callTool'), smuggled: async () => ran.push('smuggled') },
  );
  const failure = await worker.runUntil(async () => {
    const { taskQueue } = temporal;
    const handle = await harness.client.workflow.start('twoActivities', {
      taskQueue,
      workflowId: taskQueue,
    });
    return await failureOf(handle.result());
  });
  await connection.close();
  assert.equal(failure.type, 'TOOL_UNDECLARED');
  assert.equal(failure.nonRetryable, true);
  assert.deepEqual(ran, ['callTool']);
});

test('refuses a tool that is neither read-only nor of a delivery class, before anything of it runs', async () => {
  const recorded: Recorded = { events: [], answers: 0 };
  const agent = scriptedAgent([turn(call('act', { on: 'a' }))], recorded);
  const tools = agent.tools.map((tool) => ({ ...tool, delivery: undefined }) as unknown as AnyTool);
  const worker = await harness.work({ ...agent, tools });
  const { runId, handle } = await harness.start();
  const failure = await failureOf(handle.result());
  await worker.stop();
  assert.equal(failure.type, 'TOOL_UNDECLARED');
  assert.deepEqual(recorded.events, ['model 1 saw 1']);
  const { rows } = await harness.db.pool.query(
    "SELECT key FROM effects WHERE run_id = $1 AND kind = 'effect'",
    [runId],
  );
  assert.deepEqual(rows, []);
});
