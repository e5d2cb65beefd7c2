import { mkdirSync, realpathSync } from 'node:fs';
import { bringUp, type Running } from './bring-up.ts';
import { PORTS, type PortName, type Ports, readConfig, type StackConfig } from './config.ts';
import { lockDataDir } from './os/lock.ts';
import { assertPortFree, freePort } from './os/ports.ts';
import { stopEverything } from './stopping.ts';
import { keepUpAll } from './supervise.ts';
import type { Stack, StackOptions } from './types.ts';

/** Starts the whole stack on loopback and resolves once the API is ready for requests. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const report = options.report ?? (() => {});
  const config = await resolveConfig(options);
  const release = lockDataDir(config.dataDir);
  const signal = options.signal ?? new AbortController().signal;
  const abort = () => void stopEverything(config.dataDir);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const left = await stopEverything(config.dataDir);
    if (left.length > 0) report(`stopped what an earlier stack left behind: ${left.join(', ')}`);
    await assertPortsFree(config);
    const running = await bringUp(config, options, report, signal);
    signal.throwIfAborted();
    return stackOf(config, running, options, release);
  } catch (thrown) {
    await stopEverything(config.dataDir);
    release();
    throw thrown;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

async function resolveConfig(options: StackOptions): Promise<StackConfig> {
  const config = readConfig();
  const dataDir = options.dataDir ?? config.dataDir;
  mkdirSync(dataDir, { recursive: true });
  const ports: Record<PortName, number> = { ...config.ports };
  for (const name of Object.keys(PORTS) as PortName[]) {
    const asked = options.ports === 'free' ? 'free' : options.ports?.[name];
    if (asked !== undefined) ports[name] = asked === 'free' ? await freePort() : asked;
  }
  // One folder has one name, by which its processes are marked.
  return { ...config, dataDir: realpathSync(dataDir), ports: ports satisfies Ports };
}

async function assertPortsFree(config: StackConfig): Promise<void> {
  const unused: PortName[] = [
    ...(config.databaseUrl === undefined ? [] : (['postgres'] as const)),
    ...(config.temporalAddress === undefined ? [] : (['temporal'] as const)),
    ...(config.temporalUiUrl === undefined ? [] : (['temporalUi'] as const)),
  ];
  for (const name of Object.keys(PORTS) as PortName[]) {
    if (!unused.includes(name)) await assertPortFree(PORTS[name].variable, config.ports[name]);
  }
}

function stackOf(config: StackConfig, running: Running, options: StackOptions, release: () => void): Stack {
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    await stopEverything(config.dataDir);
    release();
  };
  const isStopping = () => stopped !== undefined;
  const report = options.report ?? (() => {});
  return {
    ...running.addresses,
    namespace: config.namespace,
    dataDir: config.dataDir,
    get processes() {
      return running.processes();
    },
    failed: options.keepUp ? keepUpAll(running, isStopping, report) : new Promise(() => {}),
    killApi: async () => {
      const child = running.child('api');
      await child.kill();
      return child.exited;
    },
    restartApi: async () => {
      await running.child('api').stop();
      await running.restarts.api?.();
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
