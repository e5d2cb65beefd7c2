import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asError } from '@checkpoint/contracts';
import { readConfig } from '../config.ts';
import { onInterruption } from '../os/signals.ts';
import { startStack } from '../stack.ts';
import { createChecks } from './checks.ts';
import { until } from './client.ts';
import { createDemo, type Demo, HOLD_MS } from './context.ts';
import { apiDeath } from './scenes/api-death.ts';
import { cancellation } from './scenes/cancellation.ts';
import { guardrail } from './scenes/guardrail.ts';
import { ledgerTotals } from './scenes/ledger-totals.ts';
import { mainRun } from './scenes/main-run.ts';
import { withoutJournal } from './scenes/without-journal.ts';

/** `make demo`: a stack of its own on free ports, the scenes in turn, a verdict. Exit code 1 on any failure. */
const SCENES: readonly (readonly [string, (demo: Demo) => Promise<void>])[] = [
  ['the main job, with two kills', mainRun],
  ['what it was good for', ledgerTotals],
  ['an unusable model', guardrail],
  ['without the journal', withoutJournal],
  ['the API dies', apiDeath],
  ['a cancelled run', cancellation],
];

/** What a shell reports for a program that Ctrl-C ended. */
const EXIT_INTERRUPTED = 130;

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const { dataDir } = readConfig();
const demoDir = join(dataDir, 'demo');
const began = performance.now();
rmSync(demoDir, { recursive: true, force: true });
mkdirSync(demoDir, { recursive: true });
const checks = createChecks(write);
const interruption = onInterruption(() => process.exit(EXIT_INTERRUPTED));
const stack = await startStack({
  dataDir: demoDir,
  ports: 'free',
  signal: interruption.signal,
  report: (line) => checks.note(line),
});
try {
  const demo = createDemo(stack, checks);
  try {
    await workersReady(demo);
    for (const [title, scene] of SCENES) {
      write(`\n== ${title}`);
      try {
        await scene(demo);
      } catch (thrown) {
        checks.check(`scene “${title}” ran to its end`, false, asError(thrown).message);
      }
    }
  } finally {
    await demo.db.end();
  }
  writeCopy(demo);
} finally {
  await stack.stop();
}
const failed = checks.results.filter((result) => !result.passed).length;
write(`\n${checks.results.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function workersReady(demo: Demo): Promise<void> {
  await until('the workers to live', HOLD_MS, async () => {
    const { workers, desired } = await demo.api.workers();
    return workers.filter((worker) => worker.state === 'live').length >= desired;
  });
}

/** The verdict for machines, beside the data of the other stacks. */
function writeCopy(demo: Demo): void {
  const copy = {
    at: new Date().toISOString(),
    seconds: Math.round((performance.now() - began) / 100) / 10,
    checks: checks.results,
    numbers: demo.numbers,
  };
  writeFileSync(join(dataDir, 'demo.json'), `${JSON.stringify(copy, null, 2)}\n`);
}
