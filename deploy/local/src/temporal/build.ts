import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@checkpoint/contracts';
import { takeLock } from '../os/lock.ts';
import { withProgress } from '../progress.ts';
import { buildBinary } from './go-build.ts';
import { findGo, GO_REMEDY } from './go-tool.ts';
import type { BinaryName } from './versions.ts';

/** How often a second process looks whether the first has finished its build. */
const LOOK_EVERY_MS = 500;

/** Builds these programs into the cache, one process at a time: a second one waits and finds them there. */
export async function buildBinaries(
  names: readonly BinaryName[],
  cacheDir: string,
  report: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const go = findGo(signal);
  if (go === undefined) {
    throw new AppError('NEED_MISSING', `Go is needed to build ${names.join(' and ')}: ${GO_REMEDY}`, {
      names,
    });
  }
  mkdirSync(cacheDir, { recursive: true });
  const release = await withProgress('waiting for another process that builds Temporal', report, () =>
    waitForLock(join(cacheDir, 'build.lock')),
  );
  try {
    for (const name of names) await buildBinary(name, cacheDir, go, report);
  } finally {
    release();
  }
}

async function waitForLock(file: string): Promise<() => void> {
  while (true) {
    const taken = takeLock(file);
    if (typeof taken === 'function') return taken;
    await delay(LOOK_EVERY_MS);
  }
}
