import {
  type Benchmark,
  type BenchmarkContext,
  type BenchmarkResult,
  wholeNumber,
} from '../lib/benchmark.ts';
import { type Added, IN_FLIGHT, measureAdded, warmUp } from './added.ts';
import { measureBounds } from './bounds.ts';
import { fill } from './fill.ts';
import { asText, type JournalReport } from './report.ts';
import { measureRetention } from './retention.ts';
import { SEND_NAMES, type Sends, startSends } from './sends.ts';
import { compareSettled } from './settled.ts';
import { measureSizes } from './sizes.ts';
import { createWorld, type World } from './world.ts';

/** Settled rows of a quick run, and of one with --full. */
const ROWS = 1_000_000;
const FULL_ROWS = 10_000_000;

export const journal: Benchmark = {
  summary: 'what the journal adds to an effect, what bounds it, and what rows cost',
  options: {
    rows: { type: 'string', help: `settled rows for the comparison (default ${ROWS})` },
    full: { type: 'boolean', help: `${FULL_ROWS} rows: about 8 GB and some minutes` },
  },
  run,
};

async function run(context: BenchmarkContext): Promise<BenchmarkResult> {
  const { servers, options, report } = context;
  const rows = wholeNumber('rows', options.rows, options.full === true ? FULL_ROWS : ROWS);
  const [emptyUrl, fullUrl] = [
    await servers.createDatabase('bench_empty'),
    await servers.createDatabase('bench_full'),
  ];
  const empty = await createWorld(emptyUrl);
  const full = await createWorld(fullUrl);
  const { sends, stop } = await startSends();
  try {
    report('measuring what the machine allows');
    const bounds = await measureBounds(emptyUrl, servers.dataDir);
    const added = await measureAll(context, empty, sends);
    await fill(context, fullUrl, rows, full.workerId);
    const sizes = await measureSizes(full, rows);
    const settled = await compareAll(context, { without: empty, withRows: full }, sends);
    report('removing old runs');
    const retention = await measureRetention(full, sends);
    const json: JournalReport = { bounds, added, sizes, settled, retention };
    return { json, text: asText(json) };
  } finally {
    await Promise.all([empty.close(), full.close(), stop()]);
  }
}

async function measureAll(context: BenchmarkContext, world: World, sends: Sends): Promise<Added[]> {
  await warmUp([world], sends);
  const all: Added[] = [];
  for (const send of SEND_NAMES) {
    for (const inFlight of IN_FLIGHT) {
      context.report(`a ${send} send, ${inFlight} in flight, with the journal and without`);
      all.push(await measureAdded(context, world, sends, send, inFlight));
    }
  }
  return all;
}

async function compareAll(
  context: BenchmarkContext,
  worlds: { readonly without: World; readonly withRows: World },
  sends: Sends,
) {
  await warmUp([worlds.without, worlds.withRows], sends);
  const all = [];
  for (const inFlight of IN_FLIGHT) {
    context.report(`${inFlight} in flight in an empty journal and in a full one`);
    all.push(await compareSettled(context, worlds, sends, inFlight));
  }
  return all;
}
