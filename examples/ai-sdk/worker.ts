import { fileURLToPath } from 'node:url';
import { AiSdkPlugin } from '@temporalio/ai-sdk';
import { readConfig } from '../config.ts';
import { type RunOptions, runWorker } from '../temporal-activity/worker.ts';
import { scriptedModels } from './scripted-model.ts';

/** The worker of the plain example, with the plugin that turns the model calls of a workflow into activities. */
export async function runClerk(options: RunOptions): Promise<void> {
  await runWorker({
    ...options,
    workflowsPath: fileURLToPath(new URL('./workflow.ts', import.meta.url)),
    plugins: [new AiSdkPlugin({ modelProvider: scriptedModels })],
  });
}

if (import.meta.main) await runClerk(readConfig('clerk'));
