/** Worker versioning as Temporal's worker controller uses it, on real worker processes. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@checkpoint/testing';
import { createHarness, type Harness, type Started } from '../fixtures/harness.ts';
import { startWorkerProcess, type WorkerProcess } from '../fixtures/process.ts';

const ENTRY = fileURLToPath(new URL('./worker.ts', import.meta.url));
const seen = join(mkdtempSync(join(tmpdir(), 'versioning-')), 'seen');

for (const [versioning, ends] of [
  ['pinned', 'one'],
  ['auto-upgrade', 'two'],
] as const) {
  // Long enough for a build to become current in the middle of it, on a busy machine.
  test(`a run that is ${versioning} and began on build one ends on build ${ends}`, async (context) => {
    const harness: Harness = await createHarness();
    const deploymentName = `deployment-${randomUUID()}`;
    const workers: WorkerProcess[] = [];
    context.after(async () => {
      await Promise.all(workers.map((worker) => worker.end('SIGTERM')));
      await harness.close();
    });
    const deploy = async (buildId: string): Promise<void> => {
      const environment = {
        ...{ TEMPORAL_DEPLOYMENT_NAME: deploymentName, TEMPORAL_WORKER_BUILD_ID: buildId },
        ...{ CHECKPOINT_VERSIONING: versioning, SEEN_FILE: seen, LOG_LEVEL: 'error' },
      };
      const { db, taskQueue } = harness;
      const place = { databaseUrl: db.url, taskQueue, bootId: `build-${buildId}`, entry: ENTRY };
      workers.push(await startWorkerProcess({ ...place, environment }));
      await waitFor(`${buildId} to be the current build`, async () => {
        await harness.client.workflowService.setWorkerDeploymentCurrentVersion({
          ...{ namespace: harness.client.options.namespace, deploymentName, buildId, identity: 'test' },
        });
        return true;
      });
    };
    await deploy('one');
    const run: Started = await harness.start({ agent: 'digger', input: { steps: 20 } });
    await waitFor('the run to have begun', async () => (await run.handle.describe()).historyLength > 8);
    await deploy('two');
    await run.handle.result();
    const { raw } = await run.handle.describe();
    const version = raw.workflowExecutionInfo?.versioningInfo?.deploymentVersion;
    assert.deepEqual({ ...version }, { deploymentName, buildId: ends });
    const { rows } = await harness.db.pool.query(
      'SELECT DISTINCT w.build_id FROM attempts a JOIN workers w USING (worker_id) WHERE a.run_id = $1 ORDER BY 1',
      [run.runId],
    );
    assert.deepEqual(
      rows.map((row) => row.build_id),
      versioning === 'pinned' ? ['one'] : ['one', 'two'],
    );
  });
}
