import { parseArgs } from 'node:util';
import { asError } from '@checkpoint/contracts';
import type { Benchmark, OptionValue } from './benchmark.ts';

/** The options of a benchmark, `--json` apart. Undefined, with a line on stderr, for one that it does not have. */
export function parseOptions(
  argv: readonly string[],
  known: Benchmark['options'],
): { json: boolean; values: Readonly<Record<string, OptionValue>> } | undefined {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        json: { type: 'boolean' as const },
        ...Object.fromEntries(Object.entries(known).map(([name, { type }]) => [name, { type }])),
      },
    });
    const { json, ...rest } = values as Record<string, OptionValue>;
    return { json: json === true, values: rest };
  } catch (thrown) {
    process.stderr.write(`${asError(thrown).message}\n`);
    return undefined;
  }
}
