import { METRICS } from '@checkpoint/contracts';
import { STATEMENTS, type StatementTold } from '@checkpoint/journal';
import { Counter, Histogram, type Registry } from '@checkpoint/telemetry';

/** The statements that write an effect, in the order of the moves. */
const WRITES = ['intend', 'takeover', 'settle'] as const;
const OTHER = 'other';
/** From a commit on a quiet server to a statement that is about to time out, seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Timed = StatementTold & { startedMs?: number };

/** Measures each statement that the journal of this process runs. Ends with the process, as a worker's metrics do. */
export function registerJournalMetrics(registry: Registry): void {
  const written = new Histogram({
    name: METRICS.journalWriteSeconds,
    help: 'From sending a write of the journal to its commit, by move, seconds; the wait for a connection included.',
    labelNames: ['move'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const failed = new Counter({
    name: METRICS.journalErrorsTotal,
    help: 'Statements of the journal that Postgres did not answer or refused, by move.',
    labelNames: ['move'],
    registers: [registry],
  });
  for (const move of WRITES) written.zero({ move });
  for (const move of [...WRITES, OTHER]) failed.inc({ move }, 0);

  STATEMENTS.subscribe({
    start(told: Timed) {
      told.startedMs = performance.now();
    },
    end() {},
    asyncStart() {},
    asyncEnd(told: Timed & { error?: unknown }) {
      if (told.error !== undefined || told.startedMs === undefined) return;
      const move = WRITES.find((name) => name === told.statement);
      if (move !== undefined) written.observe({ move }, (performance.now() - told.startedMs) / 1_000);
    },
    error(told: Timed) {
      failed.inc({ move: WRITES.find((name) => name === told.statement) ?? OTHER });
    },
  });
}
