import { join } from 'node:path';
import { BUFFERED_EVENTS_LIMIT } from '@checkpoint/contracts';
import { AgentList, WorkerList } from '@checkpoint/contracts/api';
import type { StackConfig } from '../config.ts';
import type { Child } from '../os/child.ts';
import { answersOk } from '../os/http.ts';
import { LOOPBACK } from '../os/ports.ts';
import { untilReady } from '../os/until.ts';
import { secretsOf } from '../secrets.ts';
import { STACK_MARK, startService } from './service.ts';
import { witnessAddresses } from './witness.ts';

export type ApiNeeds = {
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly uiUrl: string | undefined;
  /** The workflows as one file: workers that are given it start without a bundler of their own. */
  readonly workflowBundle: string;
  /** The last word on any variable of the API and its workers. */
  readonly overrides: Readonly<Record<string, string>>;
};

const READY_WITHIN_MS = 60_000;

/** The API stops its workers first, and they finish what they are in. */
const STOP = [{ signal: 'SIGTERM', graceMs: 20_000 }] as const;

export function apiUrl({ ports }: StackConfig): string {
  return `http://${LOOPBACK}:${ports.api}`;
}

/** Starts the API with its fleet of two workers and resolves once it is ready for requests. */
export async function startApi(config: StackConfig, needs: ApiNeeds): Promise<Child> {
  const env = { ...settings(config, needs), ...needs.overrides };
  const child = await startService(config, {
    name: 'api',
    entry: 'services/api/src/server.ts',
    env,
    stop: STOP,
  });
  const ready = () => answersOk(`${apiUrl(config)}/readyz`);
  await untilReady(child, 'waiting until it is ready', ready, READY_WITHIN_MS);
  // Without this, the first run could be refused: an agent is known once a worker has registered it.
  await untilReady(child, 'waiting for its workers', () => hasWorkers(apiUrl(config)), READY_WITHIN_MS);
  return child;
}

/** True once as many workers live as the fleet is to have, and one of them has registered its agents. */
async function hasWorkers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/workers`);
  // An API that asks who calls does not tell us; its own readiness has to do.
  if (answer.status === 401) return true;
  const { workers, desired } = WorkerList.parse(await answer.json());
  const live = workers.filter(({ state }) => state === 'live').length;
  if (desired === 0) return true;
  const { agents } = AgentList.parse(await (await fetch(`${url}/api/agents`)).json());
  return live >= desired && agents.length > 0;
}

function settings(config: StackConfig, needs: ApiNeeds): Record<string, string> {
  const witness = witnessAddresses(config);
  const agents = {
    fileStoreUrl: witness.http,
    smtpUrl: witness.smtp,
    mailLookupUrl: witness.http,
    paymentsUrl: witness.http,
  };
  return {
    CHECKPOINT_FLEET: 'processes',
    CHECKPOINT_FLEET_SIZE: '2',
    CHECKPOINT_FLEET_ON_STOP: 'stop',
    CHECKPOINT_FAULTS: 'allowed',
    AGENT_SETTINGS: JSON.stringify(agents),
    // Of a server that somebody else configures we know nothing.
    ...(config.temporalAddress === undefined
      ? { TEMPORAL_BUFFERED_EVENTS_LIMIT: String(BUFFERED_EVENTS_LIMIT) }
      : {}),
    // What the user set wins over the defaults above, and never over what this stack really is, below.
    ...config.forServices,
    CHECKPOINT_SECRETS_KEY: config.forServices.CHECKPOINT_SECRETS_KEY ?? secretsOf(config.dataDir).sealing,
    CHECKPOINT_HOST: LOOPBACK,
    CHECKPOINT_API_PORT: String(config.ports.api),
    CHECKPOINT_FLEET_LOGS: join(config.dataDir, 'logs'),
    DATABASE_URL: needs.databaseUrl,
    TEMPORAL_ADDRESS: needs.temporalAddress,
    TEMPORAL_NAMESPACE: config.namespace,
    WITNESS_URL: witness.http,
    ...(needs.uiUrl === undefined ? {} : { TEMPORAL_UI_URL: needs.uiUrl }),
    CHECKPOINT_WORKFLOW_BUNDLE: needs.workflowBundle,
    [STACK_MARK]: config.dataDir,
  };
}
