import { traceIdOf } from '@checkpoint/telemetry';

/** Address of the run's trace in the viewer, by the configured template; null without one. */
export function traceUrl(template: string | undefined, runId: string): string | null {
  return template?.replaceAll('{traceId}', traceIdOf(runId)) ?? null;
}
