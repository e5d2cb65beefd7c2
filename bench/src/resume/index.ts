import { writeFileSync } from 'node:fs';
import type { BenchmarkResult, OwnBenchmark } from '../lib/benchmark.ts';
import { type Cell, runCells } from './cells.ts';
import { OPTIONS, readOptions } from './options.ts';
import { plot } from './plot.ts';
import { ratiosOf, reportText, summaries } from './report.ts';
import { openWorld } from './world.ts';

/** From the death of a worker process to the next attempt of what it held, against Temporal's own time-outs. */
export const resume: OwnBenchmark = {
  summary: 'how long the work of a killed worker stands still: ours, Temporal tuned, Temporal by default',
  options: OPTIONS,
  async runAlone({ options, report, signal }): Promise<BenchmarkResult> {
    const chosen = readOptions(options);
    report(`seed ${chosen.random.seed}`);
    const world = await openWorld({ folder: 'bench-resume', modes: chosen.modes, report, signal });
    try {
      const cells: Cell[] = await runCells({ world, options: chosen, report, signal });
      const summary = summaries(cells);
      if (chosen.plot !== undefined) writeFileSync(chosen.plot, plot(cells));
      return {
        json: { seed: chosen.random.seed, ratios: ratiosOf(summary), cells: summary, kills: cells },
        text: reportText(summary),
      };
    } finally {
      await world.close();
    }
  },
};
