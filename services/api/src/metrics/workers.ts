import { DEATH_EVIDENCE, METRICS, RESUME_CAUSES } from '@checkpoint/contracts';
import { derivedCounter, derivedGauge, derivedHistogram, type Registry } from '@checkpoint/telemetry';
import { type Db, rows } from '../store/statements.ts';
import { readHistogram, withZeros } from './readings.ts';

/** Fine below a second, where a resume should be; up to two minutes, where something is wrong. Seconds. */
const RESUME_BUCKETS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 30, 60, 120];

/** `sigkill`: a process of the API's own machine. `pod_delete`: a pod, with grace 0. */
const KILL_ACTIONS = ['sigkill', 'pod_delete'] as const;
const KILL_RESULTS = ['gone', 'not_gone', 'unobserved'] as const;

/** Workers, their deaths, and how soon others went on. */
export function registerWorkerMetrics(registry: Registry, db: Db): void {
  derivedHistogram(registry, {
    name: METRICS.resumeLatencySeconds,
    help: 'From the death of a worker (handed_over: from the deletion of its pod, where it gave its work up before it died) to the start of the next attempt of work it held, by the database clock, seconds.',
    labelNames: ['cause'],
    buckets: RESUME_BUCKETS,
    read: () =>
      readHistogram(db, 'metric-resumes', { label: 'cause', known: RESUME_CAUSES, buckets: RESUME_BUCKETS }),
  });
  derivedCounter(registry, {
    name: METRICS.workerDeathsTotal,
    help: 'Death certificates, by the evidence that they rest on; stopped: the worker ended by itself.',
    labelNames: ['cause'],
    read: async () =>
      withZeros('cause', DEATH_EVIDENCE, await rows<{ cause: string; value: number }>(db, 'metric-deaths')),
  });
  derivedCounter(registry, {
    name: METRICS.podKillsTotal,
    help: 'Workers that this API killed on request, by what was observed so far: a kill may move from unobserved to gone.',
    labelNames: ['action', 'result'],
    read: async () => {
      const found = await rows<{ action?: string; result: string; value: number }>(db, 'metric-kills');
      const of = (action: string) => found.filter((row) => (row.action ?? KILL_ACTIONS[0]) === action);
      return KILL_ACTIONS.flatMap((action) =>
        withZeros('result', KILL_RESULTS, of(action)).map(({ labels, value }) => ({
          labels: { action, ...labels },
          value,
        })),
      );
    },
  });
  derivedGauge(registry, {
    name: METRICS.workersAlive,
    help: 'Workers with a running lease and no death certificate.',
    labelNames: [],
    read: async () =>
      (await rows<{ value: number }>(db, 'metric-workers')).map(({ value }) => ({ labels: {}, value })),
  });
}
