import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

const Port = z.coerce.number().int().min(1).max(65_535);

const Environment = z.object({
  CHECKPOINT_CACHE: z
    .string()
    .min(1)
    .default(join(homedir(), '.cache', 'checkpoint')),
  CHECKPOINT_KIND_CLUSTER: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('checkpoint'),
  CHECKPOINT_KIND_API_PORT: Port.default(3080),
  CHECKPOINT_KIND_WITNESS_PORT: Port.default(3081),
  CHECKPOINT_KIND_PROMETHEUS_PORT: Port.default(9095),
});

export interface CrashDemoConfig {
  readonly apiUrl: string;
  readonly witnessUrl: string;
  readonly prometheusUrl: string;
  readonly kubeconfig: string;
  /** Programs that `make kind-up` brought: kubectl first of all. */
  readonly bin: string;
  readonly context: string;
  readonly namespace: string;
  /** A second release of its own, for runs without a journal. */
  readonly unjournaledNamespace: string;
}

/** The cluster of `make kind-up`, and never the one that the ambient kubeconfig names. Throws on an unusable value. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): CrashDemoConfig {
  const env = Environment.parse(environment);
  const cluster = join(env.CHECKPOINT_CACHE, 'cluster');
  return {
    apiUrl: `http://127.0.0.1:${env.CHECKPOINT_KIND_API_PORT}`,
    witnessUrl: `http://127.0.0.1:${env.CHECKPOINT_KIND_WITNESS_PORT}`,
    prometheusUrl: `http://127.0.0.1:${env.CHECKPOINT_KIND_PROMETHEUS_PORT}`,
    kubeconfig: join(cluster, 'kubeconfig'),
    bin: join(cluster, 'bin'),
    context: `kind-${env.CHECKPOINT_KIND_CLUSTER}`,
    namespace: 'checkpoint',
    unjournaledNamespace: 'checkpoint-unjournaled',
  };
}
