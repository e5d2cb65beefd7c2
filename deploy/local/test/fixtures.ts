import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PORTS, type PortName } from '../src/config.ts';
import { freePort } from '../src/os/ports.ts';
import {
  allPids,
  commandOf,
  isAlive,
  markOf,
  type ProcessMark,
  withEnvironment,
} from '../src/os/process-table.ts';
import { STACK_MARK } from '../src/parts/service.ts';

const DEV = fileURLToPath(new URL('../src/dev.ts', import.meta.url));

/** A data folder and free ports, for one stack after another. */
export async function home() {
  const dataDir = mkdtempSync(join(tmpdir(), 'stack-'));
  const env: Record<string, string> = { CHECKPOINT_DATA: dataDir, LOG_LEVEL: 'warn' };
  for (const name of Object.keys(PORTS) as PortName[]) env[PORTS[name].variable] = String(await freePort());
  return { dataDir, env, api: `http://127.0.0.1:${env.CHECKPOINT_API_PORT}` };
}
export type Home = Awaited<ReturnType<typeof home>>;

export type Dev = { readonly child: ChildProcess; output(): string; readonly exited: Promise<number | null> };

/** `make dev` as a process of its own. */
export function startDev({ env }: Home, extra: Record<string, string> = {}): Dev {
  const child = spawn(process.execPath, [DEV], {
    env: { ...process.env, ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  return { child, output: () => output, exited };
}

/** Every living process of a stack: the noted ones, the workers, and whatever names the data folder. */
export function processesOf({ dataDir }: Home): ProcessMark[] {
  const named = allPids().flatMap((pid) => (commandOf(pid).includes(dataDir) ? (markOf(pid) ?? []) : []));
  const marks = [...noted(dataDir), ...withEnvironment(STACK_MARK, dataDir), ...named];
  return [...new Map(marks.filter(isAlive).map((mark) => [mark.pid, mark])).values()];
}

function noted(dataDir: string): ProcessMark[] {
  return readdirSync(join(dataDir, 'pids'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(dataDir, 'pids', name), 'utf8')) as ProcessMark);
}

/** The API's process of a stack, as its pid file says. */
export function apiOf({ dataDir }: Home): ProcessMark {
  return JSON.parse(readFileSync(join(dataDir, 'pids', 'api.json'), 'utf8')) as ProcessMark;
}

/** The API's answer as JSON. */
export async function api({ api }: Home, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${api}${path}`, {
    ...(body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
