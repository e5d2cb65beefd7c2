/** `make upgrade-demo`: a release under running agents, on servers of its own, each check on a line. */
import { join } from 'node:path';
import { asError } from '@checkpoint/contracts';
import { freePort, onInterruption, readConfig, startTestServers } from '@checkpoint/local';

const NAME_WIDTH = 66;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { dataDir, cacheDir, path } = readConfig();
const { signal } = onInterruption(() => process.exit(1));
const servers = await startTestServers({
  ...{ dataDir: join(dataDir, 'upgrade-demo'), cacheDir, path, fresh: true, report: say, signal },
  postgresPort: await freePort(),
  temporalPort: await freePort(),
});
let passed = 0;
let failed = 0;
try {
  process.env.CHECKPOINT_TEST_POSTGRES_URL = servers.postgresUrl;
  process.env.CHECKPOINT_TEST_TEMPORAL_ADDRESS = servers.temporalAddress;
  process.env.CHECKPOINT_TEST_TEMPORAL_NAMESPACE = servers.temporalNamespace;
  const { createHarness } = await import('../fixtures/harness.ts');
  const { makeBundles, upgrade } = await import('./scenario.ts');
  const [harness, control] = [await createHarness(), await createHarness()];
  say('A starts on v1, v2 replaces v1 in the middle of it, B starts on v2; the control run stays on v1');
  try {
    await upgrade(harness, control, await makeBundles(), (name, ok, observed) => {
      if (ok) passed += 1;
      else failed += 1;
      say(`${ok ? 'PASS' : 'FAIL'}  ${name.padEnd(NAME_WIDTH)}  ${observed}`);
    });
  } finally {
    await harness.close();
    await control.close();
  }
} catch (thrown) {
  failed += 1;
  say(`FAIL  the demonstration ran to its end: ${asError(thrown).message}`);
} finally {
  await servers.stop();
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
