import { randomUUID } from 'node:crypto';
import { AGENT_WORKFLOW } from '@checkpoint/contracts';
import protos from '@temporalio/proto';
import { openTemporal, type Temporal } from '../../src/temporal/client.ts';
import type { Harness } from './harness.ts';

const { CommandType } = protos.temporal.api.enums.v1;
type Command = protos.temporal.api.command.v1.ICommand;

/** How long one poll waits, ms. */
const POLL_MS = 10_000;

/**
 * A worker by hand, over Temporal's own protocol: it takes one task and answers as the test says. A test so decides
 * what a worker had done when it died.
 */
export interface HandWorker {
  readonly temporal: Temporal;
  /** Takes the next workflow task and does nothing with it. */
  takeWorkflow(): Promise<{ taskToken: Uint8Array; attempt: number; workflowId: string }>;
  /** Takes the next workflow task and answers with these commands. */
  answerWorkflow(...commands: Command[]): Promise<void>;
  /** Takes the next activity task under an identity, and does nothing with it. */
  takeActivity(identity: string): Promise<{ taskToken: Uint8Array; attempt: number; workflowId: string }>;
  close(): Promise<void>;
}

export function createHandWorker({ config }: Harness): HandWorker {
  const temporal = openTemporal({ ...config.temporal, identity: 'hand-worker' });
  const { client, connection, namespace, taskQueue } = temporal;
  const soon = <T>(call: () => Promise<T>) => connection.withDeadline(Date.now() + POLL_MS, call);
  const takeWorkflow = async () => {
    const task = await soon(() =>
      client.workflowService.pollWorkflowTaskQueue({
        namespace,
        taskQueue: { name: taskQueue },
        identity: 'hand',
      }),
    );
    const { taskToken, attempt, workflowExecution } = task;
    return { taskToken, attempt, workflowId: workflowExecution?.workflowId ?? '' };
  };
  return {
    temporal,
    takeWorkflow,
    async answerWorkflow(...commands) {
      const task = await takeWorkflow();
      await client.workflowService.respondWorkflowTaskCompleted({
        taskToken: task.taskToken,
        commands,
        namespace,
      });
    },
    async takeActivity(identity) {
      const task = await soon(() =>
        client.workflowService.pollActivityTaskQueue({ namespace, taskQueue: { name: taskQueue }, identity }),
      );
      return {
        taskToken: task.taskToken,
        attempt: task.attempt,
        workflowId: task.workflowExecution?.workflowId ?? '',
      };
    },
    close: () => connection.close(),
  };
}

/** `{ steps, endedBy }` as the workflow's result. */
export function complete(result: object): Command {
  return {
    commandType: CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION,
    completeWorkflowExecutionCommandAttributes: { result: { payloads: [payload(result)] } },
  };
}

/** A failure as the worker maps our errors: the code as type, the details as first detail. */
export function fail(type: string, message: string, details: object): Command {
  return {
    commandType: CommandType.COMMAND_TYPE_FAIL_WORKFLOW_EXECUTION,
    failWorkflowExecutionCommandAttributes: {
      failure: {
        message,
        applicationFailureInfo: { type, nonRetryable: true, details: { payloads: [payload(details)] } },
      },
    },
  };
}

/** Ends this execution and begins the next one of the same run. */
export function continued(taskQueue: string, input: object): Command {
  return {
    commandType: CommandType.COMMAND_TYPE_CONTINUE_AS_NEW_WORKFLOW_EXECUTION,
    continueAsNewWorkflowExecutionCommandAttributes: {
      workflowType: { name: AGENT_WORKFLOW },
      taskQueue: { name: taskQueue },
      input: { payloads: [payload(input)] },
      workflowTaskTimeout: seconds(2),
    },
  };
}

export function cancelled(): Command {
  return {
    commandType: CommandType.COMMAND_TYPE_CANCEL_WORKFLOW_EXECUTION,
    cancelWorkflowExecutionCommandAttributes: {},
  };
}

/** An activity as the workflow schedules it: it may retry for ever, and a lost one is noticed after `heartbeatSeconds`. */
export function schedule(taskQueue: string, heartbeatSeconds: number): Command {
  return {
    commandType: CommandType.COMMAND_TYPE_SCHEDULE_ACTIVITY_TASK,
    scheduleActivityTaskCommandAttributes: {
      activityId: randomUUID(),
      activityType: { name: 'callModel' },
      taskQueue: { name: taskQueue },
      startToCloseTimeout: seconds(600),
      heartbeatTimeout: seconds(heartbeatSeconds),
      retryPolicy: { initialInterval: seconds(30) },
    },
  };
}

function seconds(count: number): protos.google.protobuf.IDuration {
  return protos.google.protobuf.Duration.create({
    seconds: protos.google.protobuf.Duration.fromObject({ seconds: count }).seconds,
  });
}

function payload(value: object): protos.temporal.api.common.v1.IPayload {
  return { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify(value)) };
}
