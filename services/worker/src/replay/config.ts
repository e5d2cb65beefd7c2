import { readFileSync } from 'node:fs';
import { AppError, type TemporalSecurity, temporalSecurity } from '@checkpoint/contracts';
import { z } from 'zod';

const Environment = z.object({
  TEMPORAL_ADDRESS: z.string().min(1).optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('checkpoint'),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS: z.enum(['true', 'false']).optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional(),
  CHECKPOINT_TASK_QUEUE: z.string().min(1).default('checkpoint'),
  CHECKPOINT_WORKFLOW_BUNDLE: z.string().min(1).optional(),
});

export interface GateConfig {
  /** Undefined: no live runs are asked for. */
  readonly temporal:
    | {
        readonly address: string;
        readonly namespace: string;
        readonly taskQueue: string;
        readonly security: TemporalSecurity<Buffer>;
      }
    | undefined;
  /** A bundle made before, as the worker's image holds it. */
  readonly workflowBundle: string | undefined;
}

/** The worker's own variables, as far as the gate needs them. Throws CONFIG_INVALID. */
export function readGateConfig(env: Readonly<Record<string, string | undefined>> = process.env): GateConfig {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new AppError('CONFIG_INVALID', `set these environment variables right: ${faults.join('; ')}`, {
      faults,
    });
  }
  const value = parsed.data;
  const { TEMPORAL_ADDRESS: address } = value;
  return {
    temporal:
      address === undefined
        ? undefined
        : {
            address,
            namespace: value.TEMPORAL_NAMESPACE,
            taskQueue: value.CHECKPOINT_TASK_QUEUE,
            security: temporalSecurity(value, (path) => readFileSync(path)),
          },
    workflowBundle: value.CHECKPOINT_WORKFLOW_BUNDLE,
  };
}
