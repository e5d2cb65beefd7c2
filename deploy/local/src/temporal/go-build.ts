import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withProgress } from '../progress.ts';
import { binariesFolder, isExecutable } from './find.ts';
import { type GoTool, runGo } from './go-tool.ts';
import { type BinaryName, GO_VERSION, PACKAGES, VERSIONS } from './versions.ts';

/** The linker's share, which no count of packages shows. */
const LINK_MS = 20_000;

/**
 * Builds one of Temporal's programs from its Go module into the cache and returns its path. The file appears under its
 * name only when it is whole.
 */
export async function buildBinary(
  name: BinaryName,
  cacheDir: string,
  go: GoTool,
  report: (line: string) => void,
): Promise<string> {
  const target = join(binariesFolder(cacheDir), name);
  // Another process that waited for the same lock may have built it in the meantime.
  if (isExecutable(target)) return target;
  const work = join(cacheDir, `building-${name}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  mkdirSync(binariesFolder(cacheDir), { recursive: true });
  writeFileSync(join(work, 'go.mod'), `module checkpoint-build\n\ngo ${GO_VERSION}\n`);
  report(
    `building ${name} ${VERSIONS[name]} from its Go module; the result is kept in ${binariesFolder(cacheDir)}`,
  );
  await withProgress(`downloading the modules of ${name}`, report, () =>
    runGo(go, work, ['get', `${PACKAGES[name]}@v${VERSIONS[name]}`]),
  );
  await compile(name, work, go, report);
  renameSync(join(work, 'out'), target);
  rmSync(work, { recursive: true, force: true });
  return target;
}

async function compile(name: BinaryName, work: string, go: GoTool, report: (line: string) => void) {
  const listed = await runGo(go, work, ['list', '-deps', PACKAGES[name]]);
  const total = listed.split('\n').length;
  let done = 0;
  const args = ['build', '-v', '-trimpath', '-ldflags=-s -w', '-o', 'out', PACKAGES[name]];
  const count = (chunk: string) => {
    done += chunk.split('\n').length - 1;
  };
  const left = (elapsedMs: number) => {
    const remaining = done === 0 ? undefined : (elapsedMs / done) * (total - done) + LINK_MS;
    const about = remaining === undefined ? 'no estimate yet' : `about ${minutes(remaining)} left`;
    return `, ${Math.min(done, total)} of ${total} packages, ${about}`;
  };
  await withProgress(`compiling ${name}`, report, () => runGo(go, work, args, count), left);
}

function minutes(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 10_000) * 10} s` : `${Math.ceil(ms / 60_000)} min`;
}
