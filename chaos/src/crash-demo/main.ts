/**
 * `make crash-demo`: twenty runs on the cluster of `make kind-up`, whose workers, API, Temporal, Postgres and a node are
 * taken away while they are in flight; then the verdict, one line a check. Exit code 1 on any failure.
 */
import { asError } from '@checkpoint/contracts';
import { createChecks } from './checks.ts';
import { openCluster } from './cluster.ts';
import { readConfig } from './config.ts';
import { type CrashDemo, drawRunIds } from './context.ts';
import { fullFleet } from './kills.ts';
import { productAt } from './product.ts';
import { checkPrometheus } from './prometheus.ts';
import { storm } from './storm.ts';
import { unjournaled } from './unjournaled.ts';
import { verdict } from './verdict.ts';

const SCENES: readonly (readonly [string, (demo: CrashDemo) => Promise<void>])[] = [
  ['all workers are ready', fullFleet],
  ['kills and disasters, with runs in flight', storm],
  ['the verdict', verdict],
  ['Prometheus', checkPrometheus],
  ['without the journal', unjournaled],
];

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const config = readConfig();
const checks = createChecks(write);
const demo: CrashDemo = {
  ...{ config, checks, cluster: openCluster(config), product: productAt(config.apiUrl) },
  ...{ runIds: drawRunIds(), kills: [] },
};
for (const [title, scene] of SCENES) {
  write(`\n== ${title}`);
  try {
    await scene(demo);
  } catch (thrown) {
    checks.check(`scene “${title}” ran to its end`, false, asError(thrown).message);
  }
}
const verdictLine =
  checks.failed === 0 ? 'no effect happened twice, and every run came through' : 'see the failures above';
write(
  `\n┌${'─'.repeat(verdictLine.length + 2)}┐\n│ ${verdictLine} │\n└${'─'.repeat(verdictLine.length + 2)}┘`,
);
write(`${checks.passed} passed, ${checks.failed} failed`);
process.exitCode = checks.failed === 0 ? 0 : 1;
