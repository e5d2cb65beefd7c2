import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { AppError } from '@checkpoint/contracts';
import getPort, { portNumbers } from 'get-port';
import { allPids, nameOf } from './process-table.ts';

export const LOOPBACK = '127.0.0.1';

/** Below Linux's ephemeral range (32768), so that no outgoing connection can take a port between our choice and its use. */
const FREE_FROM = 20_000;
const FREE_TO = 32_000;

/** A free loopback port. The search begins at a random place: stacks that start together then rarely choose the same. */
export async function freePort(): Promise<number> {
  const from = randomInt(FREE_FROM, FREE_TO);
  return getPort({ host: LOOPBACK, port: [...portNumbers(from, FREE_TO), ...portNumbers(FREE_FROM, from)] });
}

/** Throws PORT_TAKEN, with the variable to set and the process in the way, unless `port` can be listened on. */
export async function assertPortFree(variable: string, port: number): Promise<void> {
  const code = await listenError(port);
  if (code === undefined) return;
  const holder = code === 'EADDRINUSE' ? holderOf(port) : undefined;
  const by = holder === undefined ? ` (${code})` : ` by pid ${holder.pid} (${holder.name})`;
  throw new AppError('PORT_TAKEN', `port ${port} (${variable}) is taken${by}: set ${variable} or stop it`, {
    variable,
    port,
    ...holder,
  });
}

function listenError(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host: LOOPBACK, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** The process that listens on a TCP port, as far as this user may see it. */
export function holderOf(port: number): { pid: number; name: string } | undefined {
  const inodes = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeners(table, port)));
  const pid = allPids().find((candidate) => socketsOf(candidate).some((inode) => inodes.has(inode)));
  return pid === undefined ? undefined : { pid, name: nameOf(pid) };
}

const LISTENING = '0A';

function listeners(table: string, port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return attempt(() => readFileSync(table, 'utf8'), '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) === true && state === LISTENING)
    .flatMap((fields) => fields[9] ?? []);
}

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return attempt(() => readdirSync(folder), [])
    .map((fd) => attempt(() => readlinkSync(`${folder}/${fd}`), ''))
    .flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** Processes come and go while we look, and other users' are closed to us: what cannot be read is not there. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
