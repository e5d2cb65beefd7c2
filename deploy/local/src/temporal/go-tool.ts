import { execFileSync, spawn } from 'node:child_process';
import { AppError } from '@checkpoint/contracts';
import { isExecutable } from './find.ts';

export type GoTool = { readonly command: string; readonly signal?: AbortSignal | undefined };

/** Where Go's own archive unpacks to, which is on PATH only if the user put it there. */
const USUAL_PLACE = '/usr/local/go/bin/go';

/** How to get Go, for every message that says it is missing. */
export const GO_REMEDY =
  'install Go 1.26 or newer (https://go.dev/dl), or put temporal-server and temporal-sql-tool on PATH, or set TEMPORAL_ADDRESS';

/** The Go compiler on PATH or in its usual place. `signal` ends whatever it runs. */
export function findGo(signal?: AbortSignal): GoTool | undefined {
  return ['go', USUAL_PLACE].map((command) => ({ command, signal })).find(works);
}

function works({ command }: GoTool): boolean {
  if (command === USUAL_PLACE && !isExecutable(command)) return false;
  try {
    execFileSync(command, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs Go and returns its output; `onError` gets each piece of its error output. */
export function runGo(
  go: GoTool,
  cwd: string,
  args: readonly string[],
  onError: (chunk: string) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    // Without C the binaries are static and run on any Linux. Flags of the user's own must not change the build.
    const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod -buildvcs=false', GOWORK: 'off' };
    const child = spawn(go.command, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(go.signal === undefined ? {} : { signal: go.signal }),
    });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
      onError(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve(output);
      const end = errors.trim().split('\n').slice(-10).join('\n');
      reject(
        new AppError('START_FAILED', `go ${args.join(' ')} failed in ${cwd}:\n${end}`, { exitCode: code }),
      );
    });
  });
}
