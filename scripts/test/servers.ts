import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, REPOSITORY, readConfig, startTestServers } from '@checkpoint/local';
import { z } from 'zod';

/** A local server that is up accepts a connection at once. */
const CONNECT_WITHIN_MS = 1_000;

const Services = z.object({
  postgresUrl: z.url(),
  temporalAddress: z.string(),
  temporalNamespace: z.string(),
});
type Services = z.infer<typeof Services>;

export type TestServers = {
  /** What the tests read; see packages/testing/src/servers.ts. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

/** The servers given by the environment, else those of a running `scripts/services.ts`, else new ones. */
export async function testServers(say: (line: string) => void, signal: AbortSignal): Promise<TestServers> {
  if (process.env.CHECKPOINT_TEST_POSTGRES_URL !== undefined) {
    return { environment: {}, stop: async () => {} };
  }
  const kept = await keptUp();
  if (kept !== undefined) {
    say('using the servers of scripts/services.ts');
    return { environment: environment(kept), stop: async () => {} };
  }
  const { cacheDir, path } = readConfig();
  const begun = performance.now();
  const servers = await startTestServers({
    dataDir: join(REPOSITORY, '.checkpoint', 'test'),
    cacheDir,
    path,
    postgresPort: await freePort(),
    temporalPort: await freePort(),
    fresh: true,
    report: say,
    signal,
  });
  say(`PostgreSQL and Temporal are up after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return { environment: environment(servers), stop: servers.stop };
}

function environment(servers: Services): Record<string, string> {
  return {
    CHECKPOINT_TEST_POSTGRES_URL: servers.postgresUrl,
    CHECKPOINT_TEST_TEMPORAL_ADDRESS: servers.temporalAddress,
    CHECKPOINT_TEST_TEMPORAL_NAMESPACE: servers.temporalNamespace,
  };
}

async function keptUp(): Promise<Services | undefined> {
  let services: Services;
  try {
    services = Services.parse(
      JSON.parse(readFileSync(join(REPOSITORY, '.checkpoint', 'services.json'), 'utf8')),
    );
  } catch {
    // No such file, or one of another version: then nothing is kept up for us.
    return undefined;
  }
  const postgres = new URL(services.postgresUrl);
  const [host = '', port = ''] = services.temporalAddress.split(':');
  const up = (await accepts(postgres.hostname, Number(postgres.port))) && (await accepts(host, Number(port)));
  return up ? services : undefined;
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_WITHIN_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
