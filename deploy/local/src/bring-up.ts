import { join } from 'node:path';
import { InvariantError } from '@checkpoint/contracts';
import type { StackConfig } from './config.ts';
import type { Child } from './os/child.ts';
import { LOOPBACK } from './os/ports.ts';
import type { ProcessMark } from './os/process-table.ts';
import { apiUrl, startApi } from './parts/api.ts';
import { runCommand } from './parts/command.ts';
import { type DatabaseUrls, openDatabases } from './parts/databases.ts';
import { migrate } from './parts/migrations.ts';
import { openTemporal } from './parts/temporal.ts';
import { startTemporalUi } from './parts/temporal-ui.ts';
import { startWitness, witnessAddresses } from './parts/witness.ts';
import { provideTemporal, provideUi, type TemporalSource, waysOf } from './temporal/provide.ts';
import type { Stack, StackOptions } from './types.ts';

/** How each part that runs now can be started again. */
type Restarts = Record<string, () => Promise<unknown>>;

export type Running = {
  readonly addresses: Pick<
    Stack,
    'apiUrl' | 'witnessUrl' | 'smtpUrl' | 'databaseUrl' | 'witnessDatabaseUrl' | 'temporalAddress' | 'uiUrl'
  >;
  readonly restarts: Restarts;
  child(name: string): Child;
  processes(): Record<string, ProcessMark>;
};

/** Starts each part once what it depends on is ready, side by side where nothing depends. */
export async function bringUp(
  config: StackConfig,
  options: StackOptions,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<Running> {
  const ways = waysOf(config.cacheDir, config.path, report, signal);
  const source = await provideTemporal(config.temporalAddress, ways);
  const ui =
    config.temporalUiUrl !== undefined || options.withoutUi ? undefined : await provideUi(ways, report);
  const children = new Map<string, Child>();
  const note = (child: Child) => {
    children.set(child.name, child);
  };
  const step = timed(report, signal);

  const openAll = () => openDatabases(config, note);
  const urls = await step(`PostgreSQL (${config.databaseUrl ? 'yours' : 'embedded'})`, openAll);
  const { dataDir, namespace, ports } = config;
  const openServer = () => openTemporal({ dataDir, namespace, port: ports.temporal }, source, urls, note);
  const workflowBundle = join(dataDir, 'workflow-bundle.js');
  const bundle = { name: 'bundle-workflows', entry: 'services/worker/src/bundle.ts', args: [workflowBundle] };
  const [temporalAddress] = await Promise.all([
    step(`Temporal (${SOURCE_NAMES[source.kind]})`, openServer),
    step('migrations', () => migrate(config, urls)),
    step('workflow bundle', () => runCommand(config, bundle)),
  ]);
  const witness = async () => note(await startWitness(config, urls));
  const web = async (binary: string) =>
    note(await startTemporalUi({ dataDir, port: ports.temporalUi, binary, temporalAddress, namespace }));
  await Promise.all([
    step('witness', witness),
    ui === undefined ? undefined : step("Temporal's web UI", () => web(ui)),
  ]);
  const uiUrl = ui === undefined ? config.temporalUiUrl : `http://${LOOPBACK}:${ports.temporalUi}`;
  const needs = {
    databaseUrl: urls.journal,
    temporalAddress,
    uiUrl,
    workflowBundle,
    overrides: options.apiEnvironment ?? {},
  };
  const api = async () => note(await startApi(config, needs));
  await step('API and workers', api);
  return {
    addresses: { ...addresses(config, urls), temporalAddress, uiUrl },
    restarts: { postgres: openAll, temporal: openServer, witness, 'temporal-ui': () => web(ui ?? ''), api },
    child: (name) => existing(children, name),
    processes: () => Object.fromEntries([...children].map(([name, child]) => [name, child.mark])),
  };
}

const SOURCE_NAMES: Readonly<Record<TemporalSource['kind'], string>> = {
  address: 'yours',
  binaries: 'on PostgreSQL',
  'dev-server': "the SDK's development server: its state is in a SQLite file, not in PostgreSQL",
};

function addresses(config: StackConfig, urls: DatabaseUrls) {
  const witness = witnessAddresses(config);
  return {
    apiUrl: apiUrl(config),
    witnessUrl: witness.http,
    smtpUrl: witness.smtp,
    databaseUrl: urls.journal,
    witnessDatabaseUrl: urls.witness,
  };
}

function existing(children: ReadonlyMap<string, Child>, name: string): Child {
  const child = children.get(name);
  if (child === undefined) throw new InvariantError(`the stack has no process named ${name}`);
  return child;
}

/** Runs a step of the start and reports how long it took; nothing new begins once the start was aborted. */
function timed(report: (line: string) => void, signal: AbortSignal) {
  return async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const begun = performance.now();
    const result = await work();
    report(`${what}: ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    return result;
  };
}
