/**
 * Temporal's core makes a counter only when its first event happens, so the names that the alerts ask for cannot be seen
 * on a healthy worker. Here each of those events happens.
 */
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@checkpoint/telemetry';
import { installTemporalRuntime } from '@checkpoint/telemetry/temporal';
import { testTemporal, waitFor } from '@checkpoint/testing';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { freePort } from './fixtures/process.ts';

const taskQueue = `core-metrics-${randomUUID()}`;
const workflows = (version: 'before' | 'after') =>
  fileURLToPath(new URL(`./fixtures/changed-workflow/${version}.ts`, import.meta.url));

let port: number;
let native: NativeConnection;
let connection: Connection;
let client: Client;
before(async () => {
  port = await freePort();
  const log = createLogger({ service: 'test', level: 'silent' });
  installTemporalRuntime({ log, level: 'error', metricsAddress: `127.0.0.1:${port}` });
  const { address, namespace } = await testTemporal();
  native = await NativeConnection.connect({ address });
  connection = await Connection.connect({ address });
  client = new Client({ connection, namespace });
});
after(async () => {
  await native.close();
  await connection.close();
});

function startWorker(workflowsPath: string): Promise<Worker> {
  return Worker.create({
    connection: native,
    namespace: client.options.namespace,
    taskQueue,
    workflowsPath,
    activities: { late: () => delay(1_000) },
  });
}

function start(workflowType: string) {
  const workflowId = `${workflowType}-${randomUUID()}`;
  return client.workflow.start(workflowType, { taskQueue, workflowId, workflowTaskTimeout: '2 seconds' });
}

async function shown(pattern: RegExp): Promise<void> {
  await waitFor(`${pattern} in the metrics of the core`, async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return pattern.test(text);
  });
}

test('an activity that completes after it was given up is shown as NOT_FOUND, as the zombie alert asks', async () => {
  const worker = await startWorker(workflows('before'));
  await worker.runUntil(async () => {
    await (await start('overtaken')).result();
    await shown(
      /^temporal_request_failure_total\{.*operation="RespondActivityTaskCompleted".*status_code="NOT_FOUND"\} [1-9]/m,
    );
  });
});

test('an answer that is too large is shown with its reason: by a payload, and by all of them together', async () => {
  const worker = await startWorker(workflows('before'));
  await worker.runUntil(async () => {
    for (const [workflow, reason] of [
      ['tooLarge', 'PayloadsTooLarge'],
      ['tooLargeTogether', 'GrpcMessageTooLarge'],
    ] as const) {
      const handle = await start(workflow);
      await shown(
        new RegExp(
          `^temporal_workflow_task_execution_failed_total\\{.*failure_reason="${reason}".*\\} [1-9]`,
          'm',
        ),
      );
      // Temporal itself may have ended it for that.
      await handle.terminate().catch(() => undefined);
    }
  });
});

test('a change without a patch is shown as NonDeterminismError', async () => {
  const first = await startWorker(workflows('before'));
  const handle = await first.runUntil(async () => {
    const started = await start('changed');
    await waitFor('the timer', async () => {
      const { events } = await started.fetchHistory();
      return events?.some((event) => event.timerStartedEventAttributes);
    });
    return started;
  });
  const second = await startWorker(workflows('after'));
  await second.runUntil(async () => {
    await handle.signal('anything');
    await shown(
      /^temporal_workflow_task_execution_failed_total\{.*failure_reason="NonDeterminismError".*\} [1-9]/m,
    );
    await handle.terminate();
  });
});

test('how long a workflow task waited for a worker is shown in seconds', async () => {
  await shown(/^temporal_workflow_task_schedule_to_start_latency_seconds_bucket\{.*le="10"\} [1-9]/m);
});
