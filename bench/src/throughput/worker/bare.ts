/** A worker as anybody writes it: two activities that do nothing, no database, the same limits as the product's. */
import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { readBareConfig } from './config.ts';

/** As services/worker/src/limits.ts has them. */
const MAX_ACTIVITIES = 100;
const MAX_CACHED_WORKFLOWS = 500;

export interface BareActivities {
  callModel(input: {
    runId: string;
    step: number;
  }): Promise<{ calls: { toolUseId: string; tool: string; kind: 'effect' }[] }>;
  callTool(input: { runId: string; step: number; toolUseId: string }): Promise<{ ok: boolean }>;
}

const activities: BareActivities = {
  callModel: async () => ({ calls: [{ toolUseId: 'act', tool: 'act', kind: 'effect' }] }),
  callTool: async () => ({ ok: true }),
};

const { address, namespace, taskQueue } = readBareConfig();
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  ...{ connection, namespace, taskQueue, activities },
  workflowsPath: fileURLToPath(new URL('./bare-workflow.ts', import.meta.url)),
  maxConcurrentActivityTaskExecutions: MAX_ACTIVITIES,
  maxCachedWorkflows: MAX_CACHED_WORKFLOWS,
});
process.once('SIGTERM', () => worker.shutdown());
await worker.run();
await connection.close();
