import { setTimeout as delay } from 'node:timers/promises';
import { asError, RetryableError } from '@checkpoint/contracts';
import { isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { bounded, type Temporal } from './client.ts';

/** Closed runs stay readable in Temporal for a week; open runs are never removed. */
const RETENTION = '7 days';
/** One call, ms: a look at a server that is not there yet must not block the next one. */
const CALL_TIMEOUT_MS = 2_000;
/** Between looks, ms. */
const LOOK_EVERY_MS = 250;
/** gRPC status code of "it is there already". */
const ALREADY_EXISTS = 6;
/** A caller that goes on asking after our own deadline waits so long, ms. */
const RETRY_AFTER_MS = 5_000;

/**
 * Registers the namespace where it is absent, and resolves once frontend and matching know it: a new one is unknown to
 * their caches for some seconds. Waits for a server that is not up yet. Throws TEMPORAL_UNAVAILABLE after `withinMs`.
 */
export async function ensureNamespace(temporal: Temporal, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (true) {
    try {
      await register(temporal);
      await use(temporal);
      return;
    } catch (thrown) {
      if (performance.now() > deadline) {
        throw new RetryableError(
          'TEMPORAL_UNAVAILABLE',
          `namespace ${temporal.namespace} is not usable after ${withinMs} ms: ${asError(thrown).message}`,
          RETRY_AFTER_MS,
          { namespace: temporal.namespace },
          thrown,
        );
      }
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function register(temporal: Temporal): Promise<void> {
  const { client, namespace } = temporal;
  try {
    await bounded(temporal, CALL_TIMEOUT_MS, () =>
      client.workflowService.registerNamespace({
        namespace,
        workflowExecutionRetentionPeriod: msToTs(RETENTION),
      }),
    );
  } catch (thrown) {
    if (!isGrpcServiceError(thrown) || thrown.code !== ALREADY_EXISTS) throw thrown;
  }
}

/** The description of a task queue passes through frontend and matching, the list of runs through visibility. */
async function use(temporal: Temporal): Promise<void> {
  const { client, namespace } = temporal;
  await bounded(temporal, CALL_TIMEOUT_MS, async () => {
    await client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: temporal.taskQueue },
      taskQueueType: 1,
    });
    await client.workflowService.listWorkflowExecutions({ namespace, pageSize: 1 });
  });
}
