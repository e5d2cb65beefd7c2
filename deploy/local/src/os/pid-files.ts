/**
 * One file for each process that the stack started. They say what is to be stopped and how; and when the stack was
 * killed itself, they are the trail by which the next start finds what is left.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive, type ProcessMark } from './process-table.ts';
import type { StopStage } from './stop.ts';

const Signal = z.custom<NodeJS.Signals>((value) => typeof value === 'string' && value.startsWith('SIG'));
const NotedProcess = z.object({
  name: z.string(),
  pid: z.int(),
  started: z.string(),
  stop: z.array(z.object({ signal: Signal, graceMs: z.number() })),
});
export type NotedProcess = z.infer<typeof NotedProcess>;

const folder = (dataDir: string) => join(dataDir, 'pids');
const file = (dataDir: string, name: string) => join(folder(dataDir), `${name}.json`);

/** Notes a started process. */
export function notePid(dataDir: string, name: string, mark: ProcessMark, stop: readonly StopStage[]): void {
  mkdirSync(folder(dataDir), { recursive: true });
  const noted: NotedProcess = { name, ...mark, stop: [...stop] };
  // Written aside and renamed, so that a kill in the middle leaves no half file.
  const aside = `${file(dataDir, name)}.new`;
  writeFileSync(aside, JSON.stringify(noted));
  renameSync(aside, file(dataDir, name));
}

/** Forgets a process that ended, unless another one has taken its name since. */
export function forgetPid(dataDir: string, name: string, mark: ProcessMark): void {
  const noted = notedProcesses(dataDir).find((process) => process.name === name);
  if (noted?.pid === mark.pid && noted.started === mark.started) rmSync(file(dataDir, name), { force: true });
}

/** The noted processes that still live. Files of the others are removed. */
export function livingProcesses(dataDir: string): NotedProcess[] {
  return notedProcesses(dataDir).filter((noted) => {
    const alive = isAlive(noted);
    if (!alive) rmSync(file(dataDir, noted.name), { force: true });
    return alive;
  });
}

function notedProcesses(dataDir: string): NotedProcess[] {
  mkdirSync(folder(dataDir), { recursive: true });
  return readdirSync(folder(dataDir))
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => NotedProcess.parse(JSON.parse(readFileSync(join(folder(dataDir), entry), 'utf8'))));
}
