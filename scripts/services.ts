/**
 * `node scripts/services.ts`: keeps Postgres and Temporal up for whoever runs single tests, and writes
 * `.checkpoint/services.json`, where the tests find them. Ctrl-C stops both.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestServers } from '@checkpoint/local';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, '.checkpoint', 'services.json');
const postgresPort = Number(process.env.CHECKPOINT_POSTGRES_PORT ?? 5450);
const temporalPort = Number(process.env.CHECKPOINT_TEMPORAL_PORT ?? 7250);
const cacheDir = resolve(process.env.CHECKPOINT_CACHE ?? join(homedir(), '.cache', 'checkpoint'));

const say = (line: string) => process.stdout.write(`${line}\n`);
const binaries = join(cacheDir, 'temporal-1.32.1');
const servers = await startTestServers({
  dataDir: join(root, '.checkpoint', 'services'),
  postgresPort,
  temporalPort,
  binaries: { server: join(binaries, 'temporal-server'), sqlTool: join(binaries, 'temporal-sql-tool') },
});
mkdirSync(join(root, '.checkpoint'), { recursive: true });
const { postgresUrl, temporalAddress, temporalNamespace } = servers;
writeFileSync(
  `${file}.new`,
  JSON.stringify({ postgresUrl, temporalAddress, temporalNamespace, pid: process.pid }),
);
renameSync(`${file}.new`, file);
say(
  `Postgres on port ${postgresPort}, Temporal on ${temporalAddress}, namespace ${temporalNamespace}; see ${file}`,
);

const stop = async () => {
  rmSync(file, { force: true });
  await servers.stop();
  process.exit(0);
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());
// Pending promises keep no process alive; a timer does.
setInterval(() => {}, 2 ** 30);
