/**
 * `npm test [-- files]`: starts Postgres and Temporal once, runs the tests on them and stops both. `--unit` runs only
 * what needs no server; `--file-limit=<seconds>` bounds each file. The last line is `N passed, N failed`; the exit code is 0 only if something passed and nothing
 * failed.
 */
import { onInterruption, REPOSITORY } from '@checkpoint/local';
import { isUnit, shown, testFiles } from './test/files.ts';
import { markDescendants } from './test/processes.ts';
import { runTests } from './test/run.ts';
import { testServers } from './test/servers.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function fileLimitMs(): number | undefined {
  const given = process.argv.find((argument) => argument.startsWith('--file-limit='))?.split('=')[1];
  return given === undefined ? undefined : Number(given) * 1000;
}

async function main(): Promise<number> {
  const unitOnly = process.argv.includes('--unit');
  const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const files = testFiles(REPOSITORY, given, unitOnly);
  if (files.length === 0) {
    say(`no test file matches ${given.join(' ') || '(all)'}`);
    say('0 passed, 0 failed');
    return 1;
  }
  say(`${files.length} test files, the first is ${shown(REPOSITORY, files[0] ?? '')}`);
  const { signal } = onInterruption(() => process.exit(1));
  const needsServers = !files.every(isUnit);
  const servers = needsServers ? await testServers(say, signal) : undefined;
  const descendants = markDescendants();
  Object.assign(process.env, servers?.environment);
  signal.addEventListener('abort', () => void descendants.sweep());
  let outcome = { passed: 0, failed: 0, skipped: 0 };
  try {
    outcome = await runTests(files, descendants, signal, fileLimitMs());
  } finally {
    const left = await descendants.sweep();
    for (const command of left) say(`✖ a test left this process behind; it is stopped now: ${command}`);
    if (left.length > 0) outcome = { ...outcome, failed: outcome.failed + 1 };
    await servers?.stop();
  }
  if (signal.aborted) say('interrupted');
  const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
  say(`${outcome.passed} passed, ${outcome.failed} failed${skipped}`);
  return outcome.passed > 0 && outcome.failed === 0 && !signal.aborted ? 0 : 1;
}

// Exits although a killed test may have left a handle open here; all output was written by then.
main().then(
  (code) => process.stdout.write('', () => process.exit(code)),
  (thrown: unknown) => {
    say(`the tests could not run: ${thrown instanceof Error ? thrown.message : thrown}`);
    say('0 passed, 1 failed');
    process.exit(1);
  },
);
