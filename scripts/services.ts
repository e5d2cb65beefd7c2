/**
 * `node scripts/services.ts`: keeps Postgres and Temporal up for whoever runs single tests, and writes
 * `.checkpoint/services.json`, where the tests find them. Ctrl-C stops both.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onInterruption, REPOSITORY, readConfig, startTestServers } from '@checkpoint/local';

/** Beside the ports of `make dev`, so that both fit on one machine. */
const POSTGRES_PORT = 5450;
const TEMPORAL_PORT = 7250;

const say = (line: string) => process.stdout.write(`${line}\n`);
const folder = join(REPOSITORY, '.checkpoint');
const file = join(folder, 'services.json');
const { signal, asked } = onInterruption(() => process.exit(1));
const { cacheDir, path } = readConfig();

const servers = await startTestServers({
  dataDir: join(folder, 'services'),
  cacheDir,
  path,
  postgresPort: POSTGRES_PORT,
  temporalPort: TEMPORAL_PORT,
  report: say,
  signal,
});
const { postgresUrl, temporalAddress, temporalNamespace } = servers;
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${file}.new`,
  JSON.stringify({ postgresUrl, temporalAddress, temporalNamespace, pid: process.pid }),
);
renameSync(`${file}.new`, file);
say(`Postgres on port ${POSTGRES_PORT}, Temporal on ${temporalAddress}; tests find them through ${file}`);

// Pending promises keep no process alive; a timer does.
const timer = setInterval(() => {}, 2 ** 30);
await asked;
clearInterval(timer);
rmSync(file, { force: true });
await servers.stop();
