import { AppError } from '@checkpoint/contracts';
import type { StackConfig } from '../config.ts';
import { tail } from '../os/child.ts';
import { startService } from './service.ts';

/** Nothing that a command does is lost when it is stopped: Postgres rolls back, files are written anew. */
const STOP = [{ signal: 'SIGTERM', graceMs: 5_000 }] as const;

/** Lines of a failed command's log that the error shows. */
const LOG_LINES_SHOWN = 15;

export type Command = {
  readonly name: string;
  readonly entry: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** Runs an entry file of the repository to its end. Throws when it fails. */
export async function runCommand(config: StackConfig, command: Command): Promise<void> {
  const { name, entry, args = [], env = {} } = command;
  const child = await startService(config, { name, entry, args, env, stop: STOP });
  const { code, signal } = await child.exited;
  if (code === 0) return;
  const log = tail(child.logFile, LOG_LINES_SHOWN);
  throw new AppError('START_FAILED', `${name} ended with ${signal ?? `exit code ${code}`}:\n${log}`, {
    process: name,
    logFile: child.logFile,
  });
}
