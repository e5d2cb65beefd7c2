import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provideTemporal, type Ways } from '../src/temporal/provide.ts';
import type { BinaryName } from '../src/temporal/versions.ts';

/** Ways that note in which order they are asked; `has` is what each finds. */
function ways(has: { found?: BinaryName[]; cli?: string; builds?: BinaryName[] }) {
  const asked: string[] = [];
  const present = new Set<BinaryName>(has.found ?? []);
  const way: Ways = {
    find: (name) => {
      asked.push(`find ${name}`);
      return present.has(name) ? `/somewhere/${name}` : undefined;
    },
    download: async () => {
      asked.push('download');
      return has.cli;
    },
    build: async (names) => {
      asked.push(`build ${names.join(' ')}`);
      for (const name of has.builds ?? []) present.add(name);
    },
  };
  return { asked, way };
}

const BOTH: BinaryName[] = ['temporal-server', 'temporal-sql-tool'];
const LOOKS = BOTH.map((name) => `find ${name}`);
const BINARIES = {
  kind: 'binaries',
  server: '/somewhere/temporal-server',
  sqlTool: '/somewhere/temporal-sql-tool',
};

test('takes the server at TEMPORAL_ADDRESS and looks no further', async () => {
  const { asked, way } = ways({ found: BOTH });
  assert.deepEqual(await provideTemporal('10.0.0.1:7233', way), {
    kind: 'address',
    address: '10.0.0.1:7233',
  });
  assert.deepEqual(asked, []);
});

test('takes binaries that are there before it downloads anything', async () => {
  const { asked, way } = ways({ found: BOTH, cli: '/cli' });
  assert.deepEqual(await provideTemporal(undefined, way), BINARIES);
  assert.deepEqual(asked, LOOKS);
});

test('does not take a server without its SQL tool', async () => {
  const { way } = ways({ found: ['temporal-server'], cli: '/cli' });
  assert.deepEqual(await provideTemporal(undefined, way), { kind: 'dev-server', cli: '/cli' });
});

test("takes the SDK's download before it builds", async () => {
  const { asked, way } = ways({ cli: '/cli', builds: BOTH });
  assert.deepEqual(await provideTemporal(undefined, way), { kind: 'dev-server', cli: '/cli' });
  assert.deepEqual(asked, [...LOOKS, 'download']);
});

test('builds from the Go module when nothing else gives a server', async () => {
  const { asked, way } = ways({ builds: BOTH });
  assert.deepEqual(await provideTemporal(undefined, way), BINARIES);
  assert.deepEqual(asked, [...LOOKS, 'download', `build ${BOTH.join(' ')}`, ...LOOKS]);
});

test('refuses to go on after a build that left no binaries', async () => {
  await assert.rejects(provideTemporal(undefined, ways({}).way), /ended without its binaries/);
});
