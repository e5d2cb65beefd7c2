import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withProgress } from '../progress.ts';
import { isExecutable } from './find.ts';

/** About 100 MB. A line too slow for that is slower than the build from source, which comes next. */
const DOWNLOAD_WITHIN_MS = 120_000;

/**
 * The Temporal CLI, whose development server is what the SDK downloads; undefined when it cannot be had, as on a machine
 * without a way to the open internet, where this fails at once.
 */
export async function downloadCli(
  cacheDir: string,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const folder = join(cacheDir, 'temporal-cli');
  mkdirSync(folder, { recursive: true });
  const present = cliIn(folder);
  if (present !== undefined) return present;
  const program = fileURLToPath(new URL('./download-main.ts', import.meta.url));
  const failure = await withProgress("downloading the SDK's Temporal server", report, () =>
    run(program, folder, signal),
  );
  if (failure === undefined) return cliIn(folder);
  report(`the SDK's own download of a Temporal server failed: ${failure}`);
  return undefined;
}

function cliIn(folder: string): string | undefined {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .find(isExecutable);
}

/** Resolves to what went wrong, in one line, or undefined. */
function run(program: string, folder: string, signal?: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: DOWNLOAD_WITHIN_MS,
      killSignal: 'SIGKILL',
      ...(signal === undefined ? {} : { signal }),
    });
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => {
      if (code === 0) resolve(undefined);
      else if (signal !== null) resolve(`not finished within ${DOWNLOAD_WITHIN_MS / 1000} s`);
      else resolve(/Error: (.*?)(?: for url|: error sending|\n|$)/.exec(errors)?.[1] ?? `exit code ${code}`);
    });
  });
}
