import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The server's dynamic settings, each with its reason. Values were measured for sub-second resume. */
const SETTINGS = `# The default of 1 s makes every short timer, and so every short retry, up to 1 s late.
history.timerProcessorMaxTimeShift: [{value: 10ms}]
# The default of 20 a shard queues timers behind each other once the shift is short.
history.timerProcessorMaxPollRPS: [{value: 200}]
# Lets the API cancel the open polls of a dead or frozen worker, which would swallow retries.
frontend.enableCancelWorkerPollsOnShutdown: [{value: true}]
# The default of 1 s is a floor under each continue-as-new.
history.workflowIdReuseMinimalInterval: [{value: 0s}]
# One machine, few pollers: with one partition no task waits for a forward to another.
matching.numTaskqueueReadPartitions: [{value: 1}]
matching.numTaskqueueWritePartitions: [{value: 1}]
`;

/** Writes the file and returns its path. The server must find it, since its default path does not exist here. */
export function writeDynamicConfig(dataDir: string): string {
  const file = join(dataDir, 'temporal-dynamic-config.yaml');
  writeFileSync(file, SETTINGS);
  return file;
}
