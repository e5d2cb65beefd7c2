/** Removes the data of the local stack and of the test servers. Refuses while one of them runs. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir, readConfig, removeData, stopEverything } from '@checkpoint/local';

const { dataDir } = readConfig();
try {
  const folders = ['services', 'test', 'demo', '.'].map((name) => join(dataDir, name));
  const releases = folders
    .filter((folder) => existsSync(folder))
    .map((folder) => [folder, lockDataDir(folder)] as const);
  for (const [folder, release] of releases) {
    await stopEverything(folder);
    removeData(folder);
    release();
  }
  rmSync(dataDir, { recursive: true, force: true });
  process.stdout.write(`removed ${dataDir}\n`);
} catch (thrown) {
  process.stdout.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
  process.exitCode = 1;
}
