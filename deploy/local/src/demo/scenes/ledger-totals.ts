import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { REPOSITORY } from '../../config.ts';
import type { Demo } from '../context.ts';

const Expected = z.object({
  first30: z.object({
    totals: z.record(
      z.string(),
      z.object({ documents: z.int(), statedMinor: z.int(), computedMinor: z.int() }),
    ),
    flagged: z.array(z.string()),
  }),
});

/** The run was of use: its ledger says what a person worked out by hand. */
export async function ledgerTotals(demo: Demo): Promise<void> {
  const runId = String(demo.numbers.mainRunId);
  const file = readFileSync(join(REPOSITORY, 'agents/ledger/expected.json'), 'utf8');
  const { totals, flagged } = Expected.parse(JSON.parse(file)).first30;
  const { rows } = await demo.db.query<{
    currency: string;
    documents: number;
    stated: number;
    computed: number;
  }>(
    `SELECT currency, count(*)::int AS documents, sum(stated_minor)::float8 AS stated, sum(computed_minor)::float8 AS computed
     FROM ledger_rows WHERE run_id = $1 GROUP BY currency ORDER BY currency`,
    [runId],
  );
  const right =
    rows.length === Object.keys(totals).length &&
    rows.every((row) => {
      const wanted = totals[row.currency];
      return (
        wanted?.documents === row.documents &&
        wanted.statedMinor === row.stated &&
        wanted.computedMinor === row.computed
      );
    });
  const words = rows.map(
    (row) => `${row.documents} documents, ${(row.computed / 100).toFixed(2)} ${row.currency}`,
  );
  demo.checks.check('ledger totals equal the hand-computed ones', right, words.join('; '));
  const wrong = await demo.db.query<{ document: string }>(
    'SELECT document_id AS document FROM ledger_rows WHERE run_id = $1 AND NOT sums_agree ORDER BY document_id',
    [runId],
  );
  const found = wrong.rows.map((row) => row.document);
  demo.checks.check(
    'documents whose sums do not add up are flagged',
    JSON.stringify(found) === JSON.stringify([...flagged].sort()),
    `${found.length} of ${flagged.length}: ${found.map((name) => name.slice(0, 3)).join(', ')}`,
  );
}
