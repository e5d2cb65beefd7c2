/**
 * The worker process that the benchmark kills: the product's own, with one more agent. Nothing of it is changed except
 * the settings of Temporal's SDK that the measured mode names in BENCH_WORKER_SETTINGS.
 */
import type { Agent } from '@checkpoint/agent';
import { agents } from '@checkpoint/agents';
import { Context } from '@temporalio/activity';
import { Worker, type WorkerOptions } from '@temporalio/worker';
import { stepper } from './agent.ts';
import { readWorkerSettings } from './config.ts';

const { heartbeatMs, options } = readWorkerSettings();
(agents as Agent[]).push(stepper);
const create = Worker.create.bind(Worker);
Worker.create = (given: WorkerOptions) => {
  const activity = given.interceptors?.activity ?? [];
  const beating = heartbeatMs === undefined ? activity : [...activity, heartbeatEvery(heartbeatMs)];
  return create({ ...given, ...options, interceptors: { ...given.interceptors, activity: beating } });
};
await import('@checkpoint/worker/main');

/** A heartbeat time-out that is shorter than the product's needs heartbeats that are more frequent than the product's. */
function heartbeatEvery(everyMs: number) {
  return () => ({
    inbound: {
      async execute<I, R>(input: I, next: (input: I) => Promise<R>): Promise<R> {
        const context = Context.current();
        const timer = setInterval(() => context.heartbeat(), everyMs);
        try {
          return await next(input);
        } finally {
          clearInterval(timer);
        }
      },
    },
  });
}
