/** `make dev`: the whole stack on loopback until Ctrl-C. */
import { asError } from '@checkpoint/contracts';
import { banner } from './banner.ts';
import { readConfig } from './config.ts';
import { onInterruption } from './os/signals.ts';
import { startStack } from './stack.ts';
import { killEverything } from './stopping.ts';
import type { Stack } from './types.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Pending promises keep no process alive, and a stack on servers of the user's may have nothing else that does. */
const KEEP_ALIVE_MS = 2 ** 30;

async function main(): Promise<number> {
  const { dataDir } = readConfig();
  const interruption = onInterruption(() => {
    say('killing everything at once');
    killEverything(dataDir);
  });
  say('Checkpoint is starting');
  const begun = performance.now();
  let stack: Stack;
  try {
    stack = await startStack({
      keepUp: true,
      report: (line) => say(`  ${line}`),
      signal: interruption.signal,
    });
  } catch (thrown) {
    if (interruption.signal.aborted) return stopped();
    say(`Checkpoint did not start: ${asError(thrown).message}`);
    return 1;
  }
  say(banner(stack, performance.now() - begun));
  const failure = await Promise.race([stack.failed, interruption.asked]);
  say(failure === undefined ? '\nstopping (Ctrl-C again kills at once)' : `stopping: ${failure.message}`);
  await stack.stop();
  return failure === undefined ? stopped() : 1;
}

function stopped(): number {
  say('stopped; no process is left. The data stays for the next start');
  return 0;
}

const timer = setInterval(() => {}, KEEP_ALIVE_MS);
try {
  process.exitCode = await main();
} catch (thrown) {
  say(`Checkpoint failed: ${asError(thrown).message}`);
  process.exitCode = 1;
} finally {
  clearInterval(timer);
}
