import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, type Logger } from '@checkpoint/telemetry';
import { createTestDatabase, type TestDatabase, testTemporal } from '@checkpoint/testing';
import type { Config } from '../../src/config.ts';
import { createRuntime, type Runtime } from '../../src/runtime.ts';

export interface Harness {
  readonly database: TestDatabase;
  readonly config: Config;
  readonly runtime: Runtime;
  readonly app: Runtime['app'];
  readonly log: Logger;
  /** A second API process on the same database and task queue. */
  another(overrides?: Overrides): Promise<Runtime>;
  close(): Promise<void>;
}

export type Overrides = Partial<Omit<Config, 'fleet'>> & { readonly fleet?: Partial<Config['fleet']> };

/** Set to `debug` to see what the API says while a test runs. */
const LEVEL = process.env.TEST_LOG_LEVEL ?? 'silent';

/** A whole API on a database and a task queue of its own. Not started: a test starts what it needs. */
export async function createHarness(overrides: Overrides = {}): Promise<Harness> {
  const database = await createTestDatabase('product');
  const config = await configFor(database.url, overrides);
  const log = createLogger({ service: 'api-test', level: LEVEL });
  const runtime = await createRuntime(config, log);
  const runtimes = [runtime];
  return {
    database,
    config,
    runtime,
    app: runtime.app,
    log,
    async another(more = {}) {
      const next = await createRuntime(merge(config, more), log);
      runtimes.push(next);
      return next;
    },
    async close() {
      for (const running of runtimes) await running.stop().catch(() => undefined);
      await database.drop();
    },
  };
}

async function configFor(databaseUrl: string, overrides: Overrides): Promise<Config> {
  const temporal = await testTemporal();
  const name = randomUUID();
  const base: Config = {
    host: '127.0.0.1',
    port: 0,
    databaseUrl,
    apiRole: undefined,
    temporal: { ...temporal, taskQueue: `api-test-${name}`, bufferedEventsLimit: undefined },
    temporalUiUrl: 'http://127.0.0.1:8233',
    witnessUrl: undefined,
    fleet: {
      kind: 'none',
      size: 0,
      onStop: 'stop',
      logs: join(tmpdir(), `api-test-${name}`),
      workerEntry: '',
      workerEnvironment: {},
    },
    faultsAllowed: true,
    auth: { offEverywhere: false, tokens: undefined, tokensFile: undefined, oidc: undefined },
    requestsAMinute: 1_000_000,
    webhook: undefined,
    retentionDays: 0,
    metricsPort: undefined,
    tracing: { endpoint: undefined, sampleRatio: 1, urlTemplate: undefined, pod: undefined },
    webDist: join(tmpdir(), 'no-such-panel'),
    logLevel: LEVEL,
  };
  return merge(base, overrides);
}

function merge(base: Config, { fleet, ...rest }: Overrides): Config {
  return { ...base, ...rest, fleet: { ...base.fleet, ...fleet } };
}
