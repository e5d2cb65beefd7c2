/** Where a Temporal server comes from, first of: an address, the cache or PATH, the SDK's download, its Go module. */
import { AppError } from '@checkpoint/contracts';
import { buildBinaries } from './build.ts';
import { downloadCli } from './download.ts';
import { findBinary } from './find.ts';
import type { BinaryName } from './versions.ts';

export type TemporalSource =
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'binaries'; readonly server: string; readonly sqlTool: string }
  /** Keeps its state in a SQLite file of its own: not on Postgres. */
  | { readonly kind: 'dev-server'; readonly cli: string };

/** The ways to get a server, so that a test can watch in which order they are tried. */
export type Ways = {
  readonly find: (name: BinaryName) => string | undefined;
  readonly download: () => Promise<string | undefined>;
  readonly build: (names: readonly BinaryName[]) => Promise<void>;
};

const NEEDED: readonly BinaryName[] = ['temporal-server', 'temporal-sql-tool'];

/** The first way that works. Throws the build's error when none does. */
export async function provideTemporal(address: string | undefined, ways: Ways): Promise<TemporalSource> {
  if (address !== undefined) return { kind: 'address', address };
  const found = foundBinaries(ways);
  if (found !== undefined) return found;
  const cli = await ways.download();
  if (cli !== undefined) return { kind: 'dev-server', cli };
  await ways.build(NEEDED);
  const built = foundBinaries(ways);
  if (built === undefined)
    throw new AppError('START_FAILED', 'the build of Temporal ended without its binaries');
  return built;
}

function foundBinaries(ways: Ways): TemporalSource | undefined {
  const [server, sqlTool] = NEEDED.map(ways.find);
  return server === undefined || sqlTool === undefined ? undefined : { kind: 'binaries', server, sqlTool };
}

/** The ways of this machine. */
export function waysOf(
  cacheDir: string,
  path: string,
  report: (line: string) => void,
  signal?: AbortSignal,
): Ways {
  return {
    find: (name) => findBinary(name, cacheDir, path),
    download: () => downloadCli(cacheDir, report, signal),
    build: (names) => buildBinaries(names, cacheDir, report, signal),
  };
}

/** Temporal's web UI: found or built. Undefined, with the reason reported, where neither is possible. */
export async function provideUi(ways: Ways, report: (line: string) => void): Promise<string | undefined> {
  const found = ways.find('temporal-ui-server');
  if (found !== undefined) return found;
  try {
    await ways.build(['temporal-ui-server']);
  } catch (thrown) {
    report(`no web UI for Temporal: ${thrown instanceof Error ? thrown.message : thrown}`);
  }
  return ways.find('temporal-ui-server');
}
