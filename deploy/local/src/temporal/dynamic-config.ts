import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUFFERED_EVENTS_LIMIT } from '@checkpoint/contracts';

/** Dynamic settings of the server, each with its reason. The values were measured for a sub-second resume. */
export const DYNAMIC_SETTINGS: readonly { key: string; value: string; why: string }[] = [
  {
    key: 'history.timerProcessorMaxTimeShift',
    value: '10ms',
    why: 'The default of 1 s makes every short timer, and so every short retry, up to 1 s late.',
  },
  {
    key: 'history.timerProcessorMaxPollRPS',
    value: '200',
    why: 'The default of 20 a shard makes timers wait for each other once the shift is short.',
  },
  {
    key: 'frontend.enableCancelWorkerPollsOnShutdown',
    value: 'true',
    why: 'Lets the API cancel the open polls of a dead or frozen worker, which would swallow retries.',
  },
  {
    key: 'history.workflowIdReuseMinimalInterval',
    value: '0s',
    why: 'The default of 1 s is a floor under each continue-as-new.',
  },
  {
    key: 'matching.numTaskqueueReadPartitions',
    value: '1',
    why: 'One machine has few pollers: with one partition no task waits to be forwarded to another.',
  },
  { key: 'matching.numTaskqueueWritePartitions', value: '1', why: 'As above.' },
  {
    key: 'history.maximumBufferedEventsSizeInBytes',
    value: String(BUFFERED_EVENTS_LIMIT),
    why: 'A larger signal makes the server fail a workflow task in progress: the API frees those of dead workers.',
  },
];

/** The settings as the server reads them, each under its reason. The chart has the same file. */
export function dynamicConfig(): string {
  return DYNAMIC_SETTINGS.map(({ key, value, why }) => `# ${why}\n${key}: [{ value: ${value} }]\n`).join('');
}

/** Writes the file and returns its path. The server insists on a file, and its default path does not exist here. */
export function writeDynamicConfig(dataDir: string): string {
  const file = join(dataDir, 'temporal-dynamic-config.yaml');
  writeFileSync(file, dynamicConfig());
  return file;
}
