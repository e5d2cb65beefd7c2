import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { AppError, type TemporalSecurity, temporalSecurity, WorkerId } from '@checkpoint/contracts';
import type { WorkerDeploymentOptions } from '@temporalio/worker';
import { z } from 'zod';
import {
  MAX_ACTIVITIES,
  MAX_CACHED_WORKFLOWS,
  SHUTDOWN_FORCE_MS,
  SHUTDOWN_GRACE_MS,
  STICKY_TIMEOUT_MS,
} from './limits.ts';
import { type ModelProviders, parseModelProviders } from './models/index.ts';
import { KEY_BYTES } from './sealing.ts';
import { buildIdOf, deploymentOf } from './versioning.ts';

/** JSON in an environment variable. */
const json = <T extends z.ZodType>(schema: T, fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** 0 lets the kernel pick one; an empty value counts as absent. */
const OptionalPort = z
  .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(0).max(65_535)])
  .optional();

/** A name of Kubernetes' downward API; empty counts as absent. */
const PodField = z.union([z.literal('').transform(() => undefined), z.string().max(253)]).optional();

const Environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('checkpoint'),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS: z.enum(['true', 'false']).optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional(),
  CHECKPOINT_TASK_QUEUE: z.string().min(1).default('checkpoint'),
  CHECKPOINT_BOOT_ID: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/)
    .optional(),
  POD_NAME: PodField,
  POD_UID: PodField,
  NODE_NAME: PodField,
  CHECKPOINT_API_TOKEN: z.string().optional(),
  CHECKPOINT_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  CHECKPOINT_BUILD_ID: z.string().min(1).max(128).default('dev'),
  // The names that Temporal's worker controller sets.
  TEMPORAL_DEPLOYMENT_NAME: z.string().max(128).optional(),
  TEMPORAL_WORKER_BUILD_ID: z.string().max(128).optional(),
  CHECKPOINT_VERSIONING: z.enum(['pinned', 'auto-upgrade']).default('auto-upgrade'),
  CHECKPOINT_WORKFLOW_BUNDLE: z.string().min(1).optional(),
  CHECKPOINT_SECRETS_KEY: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((key) => key.length === KEY_BYTES, `give ${KEY_BYTES} random bytes in base64`)
    .optional(),
  CHECKPOINT_FAULTS: z.enum(['allowed', 'refused']).default('refused'),
  AGENT_SETTINGS: json(z.record(z.string(), z.unknown()), '{}'),
  MODEL_PROVIDERS: z.string().optional(),
  CHECKPOINT_MAX_ACTIVITIES: z.coerce.number().int().min(1).max(10_000).default(MAX_ACTIVITIES),
  CHECKPOINT_MAX_CACHED_WORKFLOWS: z.coerce.number().int().min(0).max(100_000).default(MAX_CACHED_WORKFLOWS),
  CHECKPOINT_STICKY_TIMEOUT_MS: z.coerce.number().int().min(50).max(60_000).default(STICKY_TIMEOUT_MS),
  CHECKPOINT_SHUTDOWN_GRACE_MS: z.coerce.number().int().min(0).max(3_600_000).default(SHUTDOWN_GRACE_MS),
  CHECKPOINT_SHUTDOWN_FORCE_MS: z.coerce.number().int().min(1).max(3_600_000).default(SHUTDOWN_FORCE_MS),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .union([z.literal('').transform(() => undefined), z.url({ protocol: /^https?$/ })])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  CHECKPOINT_HEALTH_PORT: OptionalPort,
  CHECKPOINT_METRICS_PORT: OptionalPort,
  CHECKPOINT_TEMPORAL_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).default(9464),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** What operators may set of `limits.ts`. */
export interface WorkerTuning {
  readonly maxActivities: number;
  readonly maxCachedWorkflows: number;
  readonly stickyTimeoutMs: number;
  readonly shutdownGraceMs: number;
  readonly shutdownForceMs: number;
}

export interface WorkerConfig {
  readonly databaseUrl: string;
  readonly temporal: {
    readonly address: string;
    readonly namespace: string;
    readonly taskQueue: string;
    readonly security?: TemporalSecurity<Buffer>;
  };
  /** How this worker divides its time; without it, as `limits.ts` has it. */
  readonly tuning?: WorkerTuning;
  readonly workerId: WorkerId;
  readonly host: string;
  /** The pod that this process runs in; undefined outside of one. */
  readonly pod:
    | { readonly name: string; readonly uid: string; readonly node: string | undefined }
    | undefined;
  /** Opens the session at an API that asks who calls. */
  readonly apiToken: string | undefined;
  /** Where to hold the session stream; without it, deaths are noticed by the process table or the lease. */
  readonly apiUrl: string | undefined;
  readonly buildId: string;
  /** Worker versioning; undefined: off. */
  readonly deployment?: WorkerDeploymentOptions | undefined;
  /** Seals the arguments that tools declare as secrets. */
  readonly secretsKey: Buffer | undefined;
  readonly faultsAllowed: boolean;
  readonly agentSettings: Readonly<Record<string, unknown>>;
  readonly modelProviders: ModelProviders;
  readonly secret: (name: string) => string | undefined;
  /** A file made by `node src/bundle.ts`; without it the worker bundles its workflows when it starts. */
  readonly workflowBundle: string | undefined;
  readonly logLevel: string;
  /** Where spans go, OTLP over HTTP; without an endpoint tracing is off. */
  readonly tracing: { readonly endpoint: string | undefined; readonly sampleRatio: number };
  /** Where this process serves probes only; undefined: nowhere. */
  readonly healthPort: number | undefined;
  /** Where this process serves probes and metrics; undefined: nowhere. */
  readonly metricsPort: number | undefined;
  /** Where Temporal's core serves its own, once `metricsPort` is set. */
  readonly temporalMetricsPort: number;
}

/** Reads and checks the environment. Throws CONFIG_INVALID that names each variable, its value's fault and the remedy. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): WorkerConfig {
  const parsed = Environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new AppError('CONFIG_INVALID', `set these environment variables right: ${faults.join('; ')}`, {
      faults,
    });
  }
  const value = parsed.data;
  const { POD_NAME: podName, POD_UID: podUid } = value;
  // A pod's host name is cut to 63 characters, its name is not.
  const host = (podName ?? hostname()).replaceAll(/[^A-Za-z0-9._-]/g, '-');
  return {
    databaseUrl: value.DATABASE_URL,
    temporal: {
      address: value.TEMPORAL_ADDRESS,
      namespace: value.TEMPORAL_NAMESPACE,
      taskQueue: value.CHECKPOINT_TASK_QUEUE,
      security: temporalSecurity(value, (path) => readFileSync(path)),
    },
    tuning: {
      maxActivities: value.CHECKPOINT_MAX_ACTIVITIES,
      maxCachedWorkflows: value.CHECKPOINT_MAX_CACHED_WORKFLOWS,
      stickyTimeoutMs: value.CHECKPOINT_STICKY_TIMEOUT_MS,
      shutdownGraceMs: value.CHECKPOINT_SHUTDOWN_GRACE_MS,
      shutdownForceMs: value.CHECKPOINT_SHUTDOWN_FORCE_MS,
    },
    workerId: WorkerId.parse(`${host}/${value.CHECKPOINT_BOOT_ID ?? randomUUID()}`),
    host,
    pod:
      podName === undefined || podUid === undefined
        ? undefined
        : { name: podName, uid: podUid, node: value.NODE_NAME },
    // Charts write empty variables.
    apiToken: value.CHECKPOINT_API_TOKEN || undefined,
    apiUrl: value.CHECKPOINT_API_URL,
    buildId: buildIdOf(value),
    deployment: deploymentOf(value),
    secretsKey: value.CHECKPOINT_SECRETS_KEY,
    faultsAllowed: value.CHECKPOINT_FAULTS === 'allowed',
    agentSettings: value.AGENT_SETTINGS,
    modelProviders: parseModelProviders(value.MODEL_PROVIDERS),
    secret: (name) => env[name],
    workflowBundle: value.CHECKPOINT_WORKFLOW_BUNDLE,
    logLevel: value.LOG_LEVEL,
    tracing: { endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT, sampleRatio: value.OTEL_TRACES_SAMPLER_ARG },
    healthPort: value.CHECKPOINT_HEALTH_PORT,
    metricsPort: value.CHECKPOINT_METRICS_PORT,
    temporalMetricsPort: value.CHECKPOINT_TEMPORAL_METRICS_PORT,
  };
}
