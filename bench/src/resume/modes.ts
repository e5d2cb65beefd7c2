import { fileURLToPath } from 'node:url';
import type { WorkerSettings } from './worker/config.ts';

export const MODE_NAMES = ['defaults', 'tuned', 'fallback', 'ours'] as const;
export type ModeName = (typeof MODE_NAMES)[number];

/** Workers that live whenever one of them is killed. */
export const WORKERS = 2;

/** How a worker's death is noticed and mended. */
export interface Mode {
  readonly name: ModeName;
  readonly title: string;
  /** For the plot. */
  readonly short: string;
  /** Replaces the options of the workflow's activities; undefined leaves the product's. */
  readonly interceptors?: string;
  readonly worker: WorkerSettings;
  /** Of the workflow's tasks; undefined is Temporal's default of 10 s. Not used for `ours`: the API starts those runs. */
  readonly workflowTaskTimeout?: '2 seconds';
  /** Whether the API starts the workers and mends their deaths. */
  readonly api: boolean;
}

/** The SDK's own values, where the product's worker sets others. */
const TEMPORAL_DEFAULTS = {
  stickyQueueScheduleToStartTimeout: '10 seconds',
  maxHeartbeatThrottleInterval: '60 seconds',
  maxConcurrentWorkflowTaskExecutions: 40,
} as const;

const settings = (name: string): string => fileURLToPath(new URL(`./settings/${name}.ts`, import.meta.url));

export const MODES: Readonly<Record<ModeName, Mode>> = {
  defaults: {
    name: 'defaults',
    title: 'Temporal, defaults with heartbeats of 5 s',
    short: 'Temporal, 5 s',
    interceptors: settings('defaults'),
    worker: { options: TEMPORAL_DEFAULTS },
    api: false,
  },
  tuned: {
    name: 'tuned',
    title: 'Temporal, tuned heartbeats of 500 ms',
    short: 'Temporal, tuned',
    interceptors: settings('tuned'),
    worker: { heartbeatMs: 100, options: { stickyQueueScheduleToStartTimeout: '200 milliseconds' } },
    workflowTaskTimeout: '2 seconds',
    api: false,
  },
  fallback: {
    name: 'fallback',
    title: 'Checkpoint, no API alive',
    short: 'no API',
    worker: { options: {} },
    workflowTaskTimeout: '2 seconds',
    api: false,
  },
  ours: { name: 'ours', title: 'Checkpoint', short: 'Checkpoint', worker: { options: {} }, api: true },
};
