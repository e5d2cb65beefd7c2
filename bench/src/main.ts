/** `npm run bench -- <name> [--json] [options]`: a table for people, or with `--json` one JSON document on stdout. */
import { clock, onInterruption } from '@checkpoint/local';
import { journal } from './journal/index.ts';
import type { Benchmark, BenchmarkContext, BenchmarkResult, OwnBenchmark } from './lib/benchmark.ts';
import { machine } from './lib/machine.ts';
import { parseOptions } from './lib/options.ts';
import { startBenchServers } from './lib/servers.ts';
import { resume } from './resume/index.ts';
import { throughput } from './throughput/index.ts';

const BENCHMARKS: Readonly<Record<string, Benchmark | OwnBenchmark>> = { journal, throughput, resume };

const begun = performance.now();
const report = (line: string): void =>
  void process.stderr.write(`bench ${clock(performance.now() - begun)}  ${line}\n`);
process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  const [name = '', ...rest] = argv;
  const benchmark = BENCHMARKS[name];
  if (benchmark === undefined) return usage(name);
  const options = parseOptions(rest, benchmark.options);
  if (options === undefined) return usage(name);
  const { signal } = onInterruption(() => process.exit(1));
  const before = machine();
  const result = await measure(benchmark, { options: options.values, report, signal });
  const document = { benchmark: name, machine: before, loadAtEnd: machine().load1, ...result.json };
  process.stdout.write(options.json ? `${JSON.stringify(document, null, 2)}\n` : `${result.text}\n`);
  return 0;
}

async function measure(
  benchmark: Benchmark | OwnBenchmark,
  context: Omit<BenchmarkContext, 'servers'>,
): Promise<BenchmarkResult> {
  if ('runAlone' in benchmark) return await benchmark.runAlone(context);
  const servers = await startBenchServers(report, context.signal);
  try {
    return await benchmark.run({ ...context, servers });
  } finally {
    await servers.stop();
  }
}

function usage(name: string): number {
  const lines = Object.entries(BENCHMARKS).flatMap(([key, { summary, options }]) => [
    `  ${key.padEnd(12)} ${summary}`,
    ...Object.entries(options).map(([flag, { help }]) => `      --${flag.padEnd(14)} ${help}`),
  ]);
  const why = name === '' ? '' : `cannot run ${JSON.stringify(name)} with these options\n`;
  process.stderr.write(`${why}usage: npm run bench -- <name> [--json] [options]\n${lines.join('\n')}\n`);
  return 2;
}
