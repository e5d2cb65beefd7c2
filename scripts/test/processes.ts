import { randomUUID } from 'node:crypto';
import { commandOf, type ProcessMark, stopProcess, withEnvironment } from '@checkpoint/local';

/** In the environment of every test process and of all it starts, so that none of them can hide. */
const MARK = 'CHECKPOINT_TEST_RUN';

/** Chromium and Postgres take a moment to follow their parent. */
const SETTLE_MS = 2_000;

export type Descendants = {
  /** Those whose command line names this file. */
  kill(file: string): void;
  /** Stops all of them and returns the command lines of those that did not end by themselves. */
  sweep(): Promise<string[]>;
};

/** Marks this process's environment, and with it everything that it starts from now on. */
export function markDescendants(): Descendants {
  const value = randomUUID();
  process.env[MARK] = value;
  const living = () => withEnvironment(MARK, value);
  return {
    kill: (file) => {
      for (const { pid } of living().filter((mark) => commandOf(mark.pid).includes(file))) kill(pid);
    },
    sweep: async () => {
      const left = await settled(living);
      const commands = left.map(({ pid }) => `${pid} ${commandOf(pid)}`);
      await Promise.all(left.map((mark) => stopProcess(mark, [])));
      return commands;
    },
  };
}

async function settled(living: () => ProcessMark[]): Promise<ProcessMark[]> {
  const deadline = performance.now() + SETTLE_MS;
  while (living().length > 0 && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return living();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended between our look and our signal.
  }
}
