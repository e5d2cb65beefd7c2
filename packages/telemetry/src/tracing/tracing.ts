import type { Logger } from '../logger.ts';

export interface TracingOptions {
  /** Where spans go: OTLP over HTTP, `/v1/traces` is appended. Undefined: tracing is off and costs nothing. */
  readonly endpoint: string | undefined;
  /** `checkpoint-api`, `checkpoint-worker`. */
  readonly service: string;
  /** Which process this is: a worker's id, a replica's name. */
  readonly instanceId: string;
  readonly version?: string;
  /** Share of runs that are traced, 0 to 1. */
  readonly sampleRatio: number;
  /** More about this process: pod, node. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly log: Logger;
}

export interface Tracing {
  /** Sends what is left, for 2 s at most. Never throws. */
  stop(): Promise<void>;
}

const OFF: Tracing = { stop: async () => undefined };

/** Tracing for this process, by OTLP. Work never waits for it, and no failure of it reaches the work. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  if (options.endpoint === undefined) return OFF;
  const { startProvider } = await import('./provider.ts');
  return startProvider(options.endpoint, options);
}

/** A pod as OpenTelemetry names its parts. */
export function podAttributes(pod: {
  readonly name: string;
  readonly uid?: string | undefined;
  readonly node?: string | undefined;
}): Record<string, string> {
  return {
    'k8s.pod.name': pod.name,
    ...(pod.uid === undefined ? {} : { 'k8s.pod.uid': pod.uid }),
    ...(pod.node === undefined ? {} : { 'k8s.node.name': pod.node }),
  };
}
