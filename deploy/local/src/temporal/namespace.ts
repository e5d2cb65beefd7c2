import { setTimeout as delay } from 'node:timers/promises';
import { AppError, asError } from '@checkpoint/contracts';
import { Connection } from '@temporalio/client';
import Long from 'long';

/** Closed runs stay readable for a week; open runs are never removed. */
const RETENTION_SECONDS = 7 * 24 * 60 * 60;

/** A first look at a server that is not there yet must not block the next one. */
const CONNECT_WITHIN_MS = 1_000;
const LOOK_EVERY_MS = 50;

/** gRPC status code of "it is there already". */
const ALREADY_EXISTS = 6;

/** True once the server answers. */
export async function serverAnswers(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN_MS });
  await connection.close();
  return true;
}

/**
 * Registers the namespace when it is absent and waits until every service of the server knows it: a new one is unknown
 * to the caches for up to some seconds.
 */
export async function ensureNamespace(address: string, namespace: string, withinMs: number): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN_MS });
  try {
    await register(connection, namespace);
    const deadline = performance.now() + withinMs;
    while (true) {
      const problem = await usable(connection, namespace);
      if (problem === undefined) return;
      if (performance.now() > deadline) {
        throw new AppError(
          'START_FAILED',
          `namespace ${namespace} of Temporal at ${address} is not usable after ${withinMs} ms: ${problem}`,
        );
      }
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    await connection.close();
  }
}

async function register(connection: Connection, namespace: string): Promise<void> {
  try {
    await connection.workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds: Long.fromNumber(RETENTION_SECONDS) },
    });
  } catch (thrown) {
    if ((thrown as { code?: number }).code !== ALREADY_EXISTS) throw thrown;
  }
}

/** A task queue's description passes through frontend and matching, so it needs the namespace in both. */
async function usable(connection: Connection, namespace: string): Promise<string | undefined> {
  try {
    await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: 'readiness' },
      taskQueueType: 1,
    });
    await connection.workflowService.listWorkflowExecutions({ namespace, pageSize: 1 });
    return undefined;
  } catch (thrown) {
    return asError(thrown).message;
  }
}
