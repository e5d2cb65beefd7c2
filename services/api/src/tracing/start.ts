import { type Logger, podAttributes, startTracing, type Tracing } from '@checkpoint/telemetry';
import type { Config } from '../config.ts';

/** Tracing of this replica. */
export async function startApiTracing(
  { tracing }: Pick<Config, 'tracing'>,
  replica: string,
  log: Logger,
): Promise<Tracing> {
  const { endpoint, sampleRatio, pod } = tracing;
  return await startTracing({
    endpoint,
    sampleRatio,
    service: 'checkpoint-api',
    instanceId: replica,
    attributes: pod === undefined ? {} : podAttributes(pod),
    log,
  });
}
