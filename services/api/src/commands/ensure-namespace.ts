import { hostname } from 'node:os';
import { asError } from '@checkpoint/contracts';
import { createLogger } from '@checkpoint/telemetry';
import { readConfig } from '../config.ts';
import { openTemporal } from '../temporal/client.ts';
import { ensureNamespace } from '../temporal/namespace.ts';

/** A server that starts beside this command is up within seconds; after this it is not on its way, ms. */
const WITHIN_MS = 120_000;

/** A command: makes sure that the configured Temporal has the configured namespace, and ends. */
async function main(): Promise<void> {
  const log = createLogger({ service: 'ensure-namespace', level: 'info' });
  try {
    const config = readConfig();
    const temporal = openTemporal({ ...config.temporal, identity: `ensure-namespace/${hostname()}` });
    await ensureNamespace(temporal, WITHIN_MS);
    await temporal.connection.close();
    log.info({ namespace: config.temporal.namespace }, 'the namespace can be used');
  } catch (thrown) {
    log.fatal({ err: asError(thrown) }, 'the namespace cannot be used');
    process.exitCode = 1;
  }
}

await main();
