import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  providerKeyNames,
  type TemporalSecurity,
  TerminalError,
  temporalSecurity,
} from '@checkpoint/contracts';
import { maskUrlPasswords } from '@checkpoint/telemetry';
import { z } from 'zod';
import { type AuthConfig, readAuthConfig } from './auth/config.ts';
import { readWebhookConfig, type WebhookConfig } from './webhooks/config.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

const Port = z.coerce.number().int().min(0).max(65_535);
/** 0 lets the kernel pick one; an empty value counts as absent. */
const OptionalPort = z.union([z.literal('').transform(() => undefined), Port]).optional();
const OptionalUrl = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })])
  .optional()
  .transform((url) => (url === '' ? undefined : url?.replace(/\/$/, '')));

const TraceUrl = z
  .union([
    z.literal(''),
    z.string().regex(/^https?:\/\/.*\{traceId\}/, 'give http(s)://… with {traceId} in it'),
  ])
  .optional()
  .transform((url) => (url === '' ? undefined : url));

const Environment = z.object({
  CHECKPOINT_HOST: z.string().min(1).default('127.0.0.1'),
  CHECKPOINT_API_PORT: Port.default(3000),
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'give postgres://user:password@host:port/database',
  }),
  TEMPORAL_ADDRESS: z.string().min(1).default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('checkpoint'),
  TEMPORAL_API_KEY: z.string().optional(),
  TEMPORAL_TLS: z.enum(['true', 'false']).optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: z.string().optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: z.string().optional(),
  TEMPORAL_BUFFERED_EVENTS_LIMIT: z.coerce.number().int().min(1_024).max(16_777_216).optional(),
  CHECKPOINT_TASK_QUEUE: z.string().min(1).max(200).default('checkpoint'),
  WITNESS_URL: OptionalUrl,
  TEMPORAL_UI_URL: OptionalUrl,
  CHECKPOINT_FLEET: z.enum(['processes', 'kubernetes', 'none']).default('none'),
  CHECKPOINT_KUBERNETES_NAMESPACE: z.string().min(1).max(63).optional(),
  CHECKPOINT_KUBERNETES_SELECTOR: z.string().min(1).optional(),
  CHECKPOINT_KUBERNETES_OWNER: z.string().min(1).max(253).optional(),
  CHECKPOINT_KUBERNETES_KUBECONFIG: z.string().min(1).optional(),
  CHECKPOINT_FLEET_SIZE: z.coerce.number().int().min(0).max(64).default(2),
  CHECKPOINT_FLEET_ON_STOP: z.enum(['leave', 'stop']).default('leave'),
  CHECKPOINT_FLEET_LOGS: z.string().default(resolve(tmpdir(), 'checkpoint-workers')),
  CHECKPOINT_WORKER_ENTRY: z.string().default(resolve(REPOSITORY, 'services/worker/src/main.ts')),
  CHECKPOINT_FAULTS: z.enum(['allowed', 'refused']).default('refused'),
  CHECKPOINT_WEB_DIST: z.string().default(resolve(REPOSITORY, 'web/dist')),
  CHECKPOINT_API_ROLE: z
    .union([z.literal(''), z.string().max(63)])
    .optional()
    .transform((role) => (role === '' ? undefined : role)),
  CHECKPOINT_RATE_LIMIT: z.coerce.number().int().min(60).max(10_000_000).default(12_000),
  CHECKPOINT_RETENTION_DAYS: z.coerce.number().int().min(0).max(36_500).default(0),
  CHECKPOINT_METRICS_PORT: OptionalPort,
  OTEL_EXPORTER_OTLP_ENDPOINT: OptionalUrl,
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  CHECKPOINT_TRACES_URL: TraceUrl,
  POD_NAME: z.string().optional(),
  POD_UID: z.string().optional(),
  NODE_NAME: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** What a fleet of pods cannot do without: it kills pods, so nothing of this has a default. */
const FOR_KUBERNETES = [
  'CHECKPOINT_KUBERNETES_NAMESPACE',
  'CHECKPOINT_KUBERNETES_SELECTOR',
  'CHECKPOINT_KUBERNETES_OWNER',
] as const;

const CheckedEnvironment = Environment.superRefine((env, context) => {
  if (env.CHECKPOINT_FLEET !== 'kubernetes') return;
  for (const name of FOR_KUBERNETES) {
    if (env[name] !== undefined) continue;
    context.addIssue({ code: 'custom', path: [name], message: 'CHECKPOINT_FLEET=kubernetes needs it' });
  }
});

/** What of its own environment the API hands to its workers, beside the keys of the model providers. */
const FOR_WORKERS =
  /^(DATABASE_URL|TEMPORAL_.+|CHECKPOINT_.+|WITNESS_.+|OTEL_.+|AGENT_SETTINGS|MODEL_PROVIDERS|LOG_LEVEL|PATH|HOME|TMPDIR|TZ|LANG)$/;

/** Two processes of one machine cannot share these. */
const OF_ONE_PROCESS: ReadonlySet<string> = new Set([
  'CHECKPOINT_BOOT_ID',
  'CHECKPOINT_HEALTH_PORT',
  'CHECKPOINT_METRICS_PORT',
]);

/** What of that is a secret of the API alone. */
const NOT_FOR_WORKERS = /^CHECKPOINT_(AUTH|OIDC|WEBHOOK)(_|$)/;

export interface FleetConfig {
  readonly kind: 'processes' | 'kubernetes' | 'none';
  readonly size: number;
  readonly onStop: 'leave' | 'stop';
  readonly logs: string;
  readonly workerEntry: string;
  readonly workerEnvironment: Readonly<Record<string, string>>;
  /** For the kind `kubernetes`. */
  readonly kubernetes?: KubernetesFleetConfig;
}

export interface KubernetesFleetConfig {
  readonly namespace: string;
  /** Label selector of the worker pods. */
  readonly selector: string;
  /** Name of the Deployment that owns them through a ReplicaSet. */
  readonly deployment: string;
  /** For an API outside of the cluster; without it the pod's service account. */
  readonly kubeconfig: string | undefined;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly databaseUrl: string;
  /** For the migration command: the role as which API and workers connect, where that is not the owner of the tables. */
  readonly apiRole: string | undefined;
  readonly temporal: {
    readonly address: string;
    readonly namespace: string;
    readonly taskQueue: string;
    readonly bufferedEventsLimit: number | undefined;
    readonly security?: TemporalSecurity<Buffer>;
  };
  readonly temporalUiUrl: string | undefined;
  readonly witnessUrl: string | undefined;
  readonly fleet: FleetConfig;
  readonly faultsAllowed: boolean;
  readonly auth: AuthConfig;
  /** Who is told of new items of the inbox; undefined: nobody. */
  readonly webhook: WebhookConfig | undefined;
  /** Requests of one caller in a minute, at one replica. */
  readonly requestsAMinute: number;
  /** Days after a run's end for which its settled effects are kept; 0 keeps them for ever. */
  readonly retentionDays: number;
  readonly webDist: string;
  readonly tracing: {
    /** Where spans go, OTLP over HTTP; without an endpoint tracing is off. */
    readonly endpoint: string | undefined;
    readonly sampleRatio: number;
    /** Address of a trace in the viewer, with `{traceId}` in it. */
    readonly urlTemplate: string | undefined;
    readonly pod:
      | { readonly name: string; readonly uid?: string | undefined; readonly node?: string | undefined }
      | undefined;
  };
  /** Where metrics are served apart from the product; undefined: at the product's own port. */
  readonly metricsPort: number | undefined;
  readonly logLevel: string;
}

/** Reads and checks the environment. Throws CONFIG_INVALID, which names each variable, what it held and what it takes. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = CheckedEnvironment.safeParse(environment);
  if (!parsed.success) throw invalid(parsed.error, environment);
  const env = parsed.data;
  return {
    host: env.CHECKPOINT_HOST,
    port: env.CHECKPOINT_API_PORT,
    databaseUrl: env.DATABASE_URL,
    apiRole: env.CHECKPOINT_API_ROLE,
    temporal: {
      address: env.TEMPORAL_ADDRESS,
      namespace: env.TEMPORAL_NAMESPACE,
      taskQueue: env.CHECKPOINT_TASK_QUEUE,
      bufferedEventsLimit: env.TEMPORAL_BUFFERED_EVENTS_LIMIT,
      security: temporalSecurity(env, (path) => readFileSync(path)),
    },
    temporalUiUrl: env.TEMPORAL_UI_URL,
    witnessUrl: env.WITNESS_URL,
    fleet: {
      kind: env.CHECKPOINT_FLEET,
      size: env.CHECKPOINT_FLEET_SIZE,
      onStop: env.CHECKPOINT_FLEET_ON_STOP,
      logs: resolve(env.CHECKPOINT_FLEET_LOGS),
      workerEntry: resolve(env.CHECKPOINT_WORKER_ENTRY),
      workerEnvironment: {
        ...forWorkers(environment),
        ...sessionUrl(env.CHECKPOINT_HOST, env.CHECKPOINT_API_PORT),
      },
      ...kubernetesFleet(env),
    },
    faultsAllowed: env.CHECKPOINT_FAULTS === 'allowed',
    auth: readAuthConfig(environment),
    webhook: readWebhookConfig(environment),
    requestsAMinute: env.CHECKPOINT_RATE_LIMIT,
    retentionDays: env.CHECKPOINT_RETENTION_DAYS,
    webDist: resolve(env.CHECKPOINT_WEB_DIST),
    metricsPort: env.CHECKPOINT_METRICS_PORT,
    tracing: {
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      sampleRatio: env.OTEL_TRACES_SAMPLER_ARG,
      urlTemplate: env.CHECKPOINT_TRACES_URL,
      pod:
        env.POD_NAME === undefined
          ? undefined
          : { name: env.POD_NAME, uid: env.POD_UID, node: env.NODE_NAME },
    },
    logLevel: env.LOG_LEVEL,
  };
}

function kubernetesFleet(env: z.infer<typeof Environment>): Pick<FleetConfig, 'kubernetes'> {
  if (env.CHECKPOINT_FLEET !== 'kubernetes') return {};
  return {
    kubernetes: {
      namespace: env.CHECKPOINT_KUBERNETES_NAMESPACE ?? '',
      selector: env.CHECKPOINT_KUBERNETES_SELECTOR ?? '',
      deployment: env.CHECKPOINT_KUBERNETES_OWNER ?? '',
      kubeconfig: env.CHECKPOINT_KUBERNETES_KUBECONFIG,
    },
  };
}

/** Where a worker of this fleet holds its session. A port that the kernel picks is not known before it listens. */
function sessionUrl(host: string, port: number): Record<string, string> {
  return port === 0 ? {} : { CHECKPOINT_API_URL: `http://${host}:${port}` };
}

function forWorkers(environment: NodeJS.ProcessEnv): Record<string, string> {
  const keys = new Set(providerKeyNames(environment.MODEL_PROVIDERS));
  const handed = Object.entries(environment).filter(
    (entry): entry is [string, string] =>
      (FOR_WORKERS.test(entry[0]) || keys.has(entry[0])) &&
      !OF_ONE_PROCESS.has(entry[0]) &&
      !NOT_FOR_WORKERS.test(entry[0]) &&
      entry[1] !== undefined,
  );
  return Object.fromEntries(handed);
}

function invalid(error: z.ZodError, environment: NodeJS.ProcessEnv): TerminalError {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const held = environment[name];
    const shown = held === undefined ? 'is not set' : `holds ${JSON.stringify(maskUrlPasswords(held))}`;
    return `${name} ${shown}: ${issue.message}`;
  });
  return new TerminalError('CONFIG_INVALID', lines.join('; '), {
    variables: error.issues.map((i) => i.path[0]),
  });
}
