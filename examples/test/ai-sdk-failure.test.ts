import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testTemporal } from '@checkpoint/testing';
import { AiSdkPlugin } from '@temporalio/ai-sdk';
import { ApplicationFailure, Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { customProvider } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { scriptedModels } from '../ai-sdk/scripted-model.ts';

Runtime.install({ logger: new DefaultLogger('ERROR') });

test('a refund that fails for good ends the workflow, and the model is not asked what to do about it', async () => {
  const { address, namespace } = await testTemporal();
  const taskQueue = `example-${randomUUID()}`;
  const scripted = scriptedModels.languageModel('clerk');
  const clerk = new MockLanguageModelV4({ doGenerate: (options) => scripted.doGenerate(options) });
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    ...{ connection, namespace, taskQueue },
    workflowsPath: fileURLToPath(new URL('../ai-sdk/workflow.ts', import.meta.url)),
    plugins: [new AiSdkPlugin({ modelProvider: customProvider({ languageModels: { clerk } }) })],
    activities: {
      refund: async () => {
        throw ApplicationFailure.nonRetryable('nobody can say', 'EFFECT_UNKNOWN');
      },
    },
  });
  const client = new Client({ connection: await Connection.connect({ address }), namespace });
  const failed = worker.runUntil(
    client.workflow.execute('refundClerk', { taskQueue, workflowId: taskQueue, args: ['Refund order 17.'] }),
  );
  await assert.rejects(failed, ({ cause }) => cause.cause.type === 'EFFECT_UNKNOWN');
  assert.equal(clerk.doGenerateCalls.length, 1);
  await Promise.all([client.connection.close(), connection.close()]);
});
