import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@checkpoint/contracts';
import { forgetPid, notePid } from './pid-files.ts';
import { markOf, type ProcessMark } from './process-table.ts';
import { type StopStage, stopProcess } from './stop.ts';

export type ChildSpec = {
  readonly name: string;
  readonly dataDir: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment: nothing is inherited unless it is in here. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly stop: readonly StopStage[];
};

export type ChildExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Child = {
  readonly name: string;
  readonly mark: ProcessMark;
  readonly logFile: string;
  /** Settles when the process ends, whoever ended it. */
  readonly exited: Promise<ChildExit>;
  /** The exit, once it happened. */
  exit(): ChildExit | undefined;
  stop(): Promise<void>;
  kill(): Promise<void>;
};

/**
 * Starts a process of the stack in a process group of its own, so that a Ctrl-C in the terminal reaches only the stack,
 * which then stops its processes in the right order. Output goes to `<data>/logs/<name>.log`.
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const logFile = join(spec.dataDir, 'logs', `${spec.name}.log`);
  mkdirSync(join(spec.dataDir, 'logs'), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(spec.command, spec.args, {
    env: spec.env,
    detached: true,
    stdio: ['ignore', log, log],
    ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
    ...(spec.user ?? {}),
  });
  closeSync(log);
  // Read before anything else can happen: until we reap it, even a child that ended at once keeps its pid.
  const mark = markOf(child.pid ?? 0) ?? { pid: child.pid ?? 0, started: 'gone' };
  let exit: ChildExit | undefined;
  const exited = new Promise<ChildExit>((resolve) => {
    child.once('exit', (code, signal) => {
      exit = { code, signal };
      forgetPid(spec.dataDir, spec.name, mark);
      resolve(exit);
    });
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(
        new AppError('START_FAILED', `${spec.name}: cannot run ${spec.command}: ${cause.message}`, {}, cause),
      ),
    );
  });
  if (exit === undefined) notePid(spec.dataDir, spec.name, mark, spec.stop);
  const end = async (stages: readonly StopStage[]) => {
    await stopProcess(mark, stages);
    await exited;
  };
  return {
    name: spec.name,
    mark,
    logFile,
    exited,
    exit: () => exit,
    stop: () => end(spec.stop),
    kill: () => end([]),
  };
}

/** The last lines of a log, for error messages. */
export function tail(logFile: string, lines: number): string {
  return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
