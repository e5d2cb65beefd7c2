/**
 * Helm 3 and 4, helm-unittest and kubeconform, built once from their Go modules into the cache. `tools/go.mod` pins them;
 * a change of it builds them anew.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig, withProgress } from '@checkpoint/local';
import { run, succeed } from './run.ts';

const MODULE = fileURLToPath(new URL('tools/', import.meta.url));

const PACKAGES = {
  helm3: 'helm.sh/helm/v3/cmd/helm',
  helm4: 'helm.sh/helm/v4/cmd/helm',
  unittest: 'github.com/helm-unittest/helm-unittest/cmd/helm-unittest',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
} as const;
type ToolName = keyof typeof PACKAGES;
export type Tools = Readonly<Record<ToolName, string>>;

export const GO_ENVIRONMENT = {
  CGO_ENABLED: '0',
  GOFLAGS: '-mod=mod -buildvcs=false -trimpath',
  GOWORK: 'off',
};

/** Where everything of the chart's checks is kept. */
export const cacheFolder = (): string => join(readConfig().cacheDir, 'chart');

/** The tools' paths. Builds what is missing: some six minutes on two free cores, once. */
export async function provideTools(report: (line: string) => void): Promise<Tools> {
  const pinned = createHash('sha256')
    .update(readFileSync(join(MODULE, 'go.sum')))
    .digest('hex')
    .slice(0, 12);
  const folder = join(cacheFolder(), `tools-${pinned}`);
  const path = (name: ToolName) => join(folder, name);
  const names = Object.keys(PACKAGES) as ToolName[];
  const missing = names.filter((name) => !existsSync(path(name)));
  if (missing.length > 0) await build(folder, missing, report);
  return Object.fromEntries(names.map((name) => [name, path(name)])) as Tools;
}

async function build(folder: string, names: readonly ToolName[], report: (line: string) => void) {
  await assertGo();
  report(`building ${names.join(', ')} from their Go modules; the results are kept in ${folder}`);
  // In a copy: Go may write into the module's folder, and the repository's stays as it is.
  const work = join(folder, `building-${process.pid}`);
  mkdirSync(work, { recursive: true });
  for (const file of ['go.mod', 'go.sum']) cpSync(join(MODULE, file), join(work, file));
  const go = (...args: string[]) => succeed('go', args, { cwd: work, env: GO_ENVIRONMENT });
  await withProgress('downloading modules', report, () => go('mod', 'download'));
  for (const name of names) {
    const compile = () => go('build', '-ldflags=-s -w', '-o', name, PACKAGES[name]);
    await withProgress(`compiling ${name}, two minutes or so`, report, compile);
    renameSync(join(work, name), join(folder, name));
  }
  rmSync(work, { recursive: true, force: true });
}

async function assertGo(): Promise<void> {
  const found = await run('go', ['version']).catch(() => undefined);
  if (found?.code === 0) return;
  throw new Error(
    'go is missing: install Go 1.26 or newer (https://go.dev/dl); the tools are built from their modules',
  );
}
