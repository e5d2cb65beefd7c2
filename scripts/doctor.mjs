/**
 * `make doctor`: what this machine has and lacks. Plain JavaScript without dependencies, since it must run on Node 20
 * and before anything is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = process.env.CHECKPOINT_CACHE || join(homedir(), '.cache', 'checkpoint');
const GIB = 2 ** 30;

/** Node modules, binaries and databases; a build of Temporal needs its modules and objects besides. */
const DISK_GIB = 2;
const DISK_WITH_BUILD_GIB = 6;
/** The stack takes about 1 GiB, a build of Temporal about 2. */
const MEMORY_GIB = 3;

/** The cluster: images twice (Docker's store and the nodes'), programs; 3 GiB of memory, and 1 while its images are built. */
const CLUSTER_DISK_GIB = 12;
const CLUSTER_MEMORY_GIB = 5;

/** @type {(command: string, args: string[]) => string | undefined} */
function output(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** @type {(file: string) => number} */
const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

/** @type {(text: string | undefined, atLeast: number[]) => boolean} */
function isAtLeast(text, atLeast) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text ?? '');
  if (found === null) return false;
  const parts = found.slice(1).map((part) => Number(part ?? 0));
  for (const [index, wanted] of atLeast.entries()) {
    if (parts[index] !== wanted) return (parts[index] ?? 0) > wanted;
  }
  return true;
}

/** @typedef {{ name: string, found: string | undefined, remedy: string, optional?: boolean }} Need */

/** @type {() => Need[]} */
function runtime() {
  const linux = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
  const installed = join(root, 'node_modules', '.bin', 'node');
  const stamp = changedAt(join(root, 'node_modules', '.checkpoint-dependencies'));
  const fresh = stamp > 0 && stamp >= changedAt(join(root, 'package-lock.json'));
  const npm = output('npm', ['--version']);
  return [
    {
      name: 'Linux, x64 or arm64',
      found: linux ? `${process.platform} ${process.arch}` : undefined,
      remedy: 'run it on Linux (or in a Linux virtual machine)',
    },
    {
      name: 'Node.js 20 or newer',
      found: isAtLeast(process.version, [20, 0]) ? process.version : undefined,
      remedy: 'Debian: apt-get install nodejs',
    },
    { name: 'npm', found: npm, remedy: 'Debian: apt-get install npm' },
    {
      name: 'dependencies, with Node 24',
      found: fresh ? output(installed, ['--version']) : undefined,
      remedy: 'make setup (the other targets do it too)',
      optional: npm !== undefined,
    },
    {
      name: "an account 'nobody' (only for root)",
      found: process.getuid?.() !== 0 ? 'not root' : output('id', ['-u', 'nobody']),
      remedy: 'run as an ordinary user: PostgreSQL does not run as root',
    },
  ];
}

/** @type {() => Need[]} */
function temporal() {
  const cached = ['temporal-server', 'temporal-sql-tool'].every((name) =>
    existsSync(join(cache, 'temporal-1.32.1', name)),
  );
  const go = output('go', ['version']) ?? output('/usr/local/go/bin/go', ['version']);
  const given = process.env.TEMPORAL_ADDRESS;
  const copy = existsSync(join(root, '..', 'shared', 'cache', 'temporal-1.32.1.tar.xz'));
  const have = given ?? (cached ? `in ${cache}` : copy ? 'a copy beside the repository' : undefined);
  return [
    {
      name: 'Temporal 1.32.1',
      found: have ?? (go === undefined ? undefined : 'not yet; it is built once, some five minutes'),
      remedy: 'install Go (below), or put its binaries on PATH, or set TEMPORAL_ADDRESS',
    },
    {
      name: 'Go 1.26.8 or newer',
      // An older Go fetches the version that it needs, unless GOTOOLCHAIN forbids it.
      found: isAtLeast(go, [1, 21]) ? go?.replace('go version ', '') : undefined,
      remedy: 'https://go.dev/dl, unpacked to /usr/local/go; only to build Temporal',
      optional: have !== undefined,
    },
  ];
}

/** @type {() => Need[]} */
function machine() {
  const browser = [process.env.CHECKPOINT_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => (name ? [output(name, ['--version'])] : []))
    .find((version) => version !== undefined);
  const disk = statfsSync(root);
  const freeGib = (disk.bavail * disk.bsize) / GIB;
  const memoryGib = totalmem() / GIB;
  const wanted = existsSync(join(cache, 'temporal-1.32.1')) ? DISK_GIB : DISK_WITH_BUILD_GIB;
  return [
    {
      name: 'Chromium (tests of the panel)',
      found: browser,
      remedy: 'Debian: apt-get install chromium',
      optional: true,
    },
    {
      name: `${wanted} GiB of free disk`,
      found: freeGib >= wanted ? `${freeGib.toFixed(0)} GiB` : undefined,
      remedy: `free some: ${freeGib.toFixed(1)} GiB are left`,
    },
    {
      name: `${MEMORY_GIB} GiB of memory`,
      found: memoryGib >= MEMORY_GIB ? `${memoryGib.toFixed(0)} GiB` : undefined,
      remedy: `this machine has ${memoryGib.toFixed(1)} GiB`,
    },
  ];
}

/** What `make kind-up` needs besides. Nothing else does, so none of it counts as missing. */
/** @type {() => Need[]} */
function cluster() {
  const docker = output('docker', ['version', '--format', '{{.Server.Version}}']);
  const installs = process.getuid?.() === 0 && output('apt-get', ['--version']) !== undefined;
  const binaries = existsSync(join(cache, 'cluster', 'bin', 'kind'));
  const copy = existsSync(join(root, '..', 'shared', 'cache', 'kubernetes-1.34.4.tar.xz'));
  const go = output('go', ['version']) ?? output('/usr/local/go/bin/go', ['version']);
  const free = statfsSync(root);
  const freeGib = (free.bavail * free.bsize) / GIB;
  const memoryGib = totalmem() / GIB;
  const needs = [
    {
      name: 'cluster: Docker',
      found: docker ?? (installs ? 'not yet; make kind-up installs it, or starts it' : undefined),
      remedy: 'install Docker and start it (Debian: apt-get install docker.io iptables)',
    },
    {
      name: 'cluster: its programs',
      found: binaries
        ? `in ${join(cache, 'cluster')}`
        : copy
          ? 'copies beside the repository'
          : go && 'not yet; built once',
      remedy: 'install kind, helm and kubectl, or Go 1.26, which builds them (https://go.dev/dl)',
    },
    {
      name: `cluster: ${CLUSTER_DISK_GIB} GiB of free disk`,
      found: freeGib >= CLUSTER_DISK_GIB ? `${freeGib.toFixed(0)} GiB` : undefined,
      remedy: `free some: ${freeGib.toFixed(1)} GiB are left`,
    },
    {
      name: `cluster: ${CLUSTER_MEMORY_GIB} GiB of memory`,
      found: memoryGib >= CLUSTER_MEMORY_GIB ? `${memoryGib.toFixed(0)} GiB` : undefined,
      remedy: `this machine has ${memoryGib.toFixed(1)} GiB`,
    },
  ];
  return needs.map((need) => ({ ...need, optional: true }));
}

const PORTS = Object.entries({
  CHECKPOINT_API_PORT: 3000,
  CHECKPOINT_POSTGRES_PORT: 5440,
  CHECKPOINT_TEMPORAL_PORT: 7233,
  CHECKPOINT_TEMPORAL_UI_PORT: 8233,
  WITNESS_HTTP_PORT: 3001,
  WITNESS_SMTP_PORT: 2525,
  CHECKPOINT_KIND_API_PORT: 3080,
  CHECKPOINT_KIND_WITNESS_PORT: 3081,
  CHECKPOINT_KIND_PROMETHEUS_PORT: 9095,
  CHECKPOINT_KIND_TRACES_PORT: 16686,
});

/** @type {(variable: string, usual: number) => Promise<Need>} */
function portNeed(variable, usual) {
  const port = Number(process.env[variable] || usual);
  return new Promise((resolve) => {
    const need = {
      name: `port ${port}`,
      remedy: `set ${variable}, or stop what uses it (is \`make dev\` running, or the cluster?)`,
    };
    const server = createServer();
    server.once('error', () => resolve({ ...need, found: undefined, optional: true }));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () =>
      server.close(() => resolve({ ...need, found: 'free' })),
    );
  });
}

const ports = await Promise.all(PORTS.map(([variable, usual]) => portNeed(variable, usual)));
const needs = [...runtime(), ...temporal(), ...machine(), ...cluster(), ...ports];
const width = Math.max(...needs.map(({ name }) => name.length));
for (const { name, found, remedy, optional } of needs) {
  const word = found !== undefined ? 'ok      ' : optional ? 'optional' : 'MISSING ';
  process.stdout.write(`${word}  ${name.padEnd(width)}  ${(found ?? remedy).split('\n')[0]}\n`);
}
const missing = needs.filter(({ found, optional }) => found === undefined && !optional).length;
process.stdout.write(missing === 0 ? '\nNothing is missing: make demo\n' : `\n${missing} missing\n`);
process.exitCode = missing === 0 ? 0 : 1;
