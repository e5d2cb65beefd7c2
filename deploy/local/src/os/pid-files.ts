/**
 * One file for each process that the stack started, so that a stack which was killed itself leaves a trail: the next
 * start stops what is left, newest first, each in its own way.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isAlive, type ProcessMark } from './process-table.ts';
import { type StopStage, stopProcess } from './stop.ts';

const PidFile = z.object({
  name: z.string(),
  pid: z.int(),
  started: z.string(),
  notedAtMs: z.number(),
  stop: z.array(
    z.object({ signal: z.custom<NodeJS.Signals>((s) => typeof s === 'string'), graceMs: z.number() }),
  ),
});
type PidFile = z.infer<typeof PidFile>;

const folder = (dataDir: string) => join(dataDir, 'pids');
const file = (dataDir: string, name: string) => join(folder(dataDir), `${name}.json`);

/** Notes a started process. */
export function notePid(dataDir: string, name: string, mark: ProcessMark, stop: readonly StopStage[]): void {
  mkdirSync(folder(dataDir), { recursive: true });
  const noted: PidFile = { name, ...mark, notedAtMs: Date.now(), stop: [...stop] };
  // Written aside and renamed, so that a kill in the middle leaves no half file.
  const aside = `${file(dataDir, name)}.new`;
  writeFileSync(aside, JSON.stringify(noted));
  renameSync(aside, file(dataDir, name));
}

/** Forgets a process that ended. */
export function forgetPid(dataDir: string, name: string): void {
  rmSync(file(dataDir, name), { force: true });
}

/** Stops what an earlier stack on this data folder left behind. Returns `name (pid)` of each one that still lived. */
export async function stopLeftOvers(dataDir: string): Promise<string[]> {
  const stopped: string[] = [];
  for (const noted of notedProcesses(dataDir)) {
    if (isAlive(noted)) {
      await stopProcess(noted, noted.stop);
      stopped.push(`${noted.name} (${noted.pid})`);
    }
    forgetPid(dataDir, noted.name);
  }
  return stopped;
}

function notedProcesses(dataDir: string): PidFile[] {
  mkdirSync(folder(dataDir), { recursive: true });
  return readdirSync(folder(dataDir))
    .filter((entry) => entry.endsWith('.json'))
    .map((entry) => PidFile.parse(JSON.parse(readFileSync(join(folder(dataDir), entry), 'utf8'))))
    .sort((a, b) => b.notedAtMs - a.notedAtMs);
}
