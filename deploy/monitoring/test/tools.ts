import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where scripts/ensure-prometheus.sh unpacks Debian's package. */
const UNPACKED = fileURLToPath(new URL('../../../bin/prometheus/usr/bin', import.meta.url));

/** The program's path; undefined where this machine has none. */
export function find(program: 'prometheus' | 'promtool'): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), UNPACKED];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** For `node:test`: why a test of Prometheus' own cannot run here, or false. */
export const withoutPrometheus: string | false =
  find('prometheus') !== undefined && find('promtool') !== undefined
    ? false
    : 'no prometheus here: run scripts/ensure-prometheus.sh, or apt-get install prometheus';

/** Runs a program to its end. */
export async function run(program: string, args: readonly string[], cwd?: string) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
