/**
 * A command: lets the SDK download its Temporal CLI into the folder given as argument. It runs in a process of its own,
 * because the SDK's native code gives no way to stop a download that hangs.
 */
import { TestWorkflowEnvironment } from '@temporalio/testing';

const downloadDir = process.argv[2];
if (downloadDir === undefined) throw new Error('usage: download-main.ts <folder>');
const environment = await TestWorkflowEnvironment.createLocal({
  server: { executable: { type: 'cached-download', downloadDir, ttl: '365 days' } },
});
await environment.teardown();
