import { defineTool, done, type SqlClient } from '@checkpoint/agent';
import { type Booking, BookingArguments } from '../booking.ts';
import type { LedgerSettings } from '../input.ts';

const INSERT_ROW = `
  INSERT INTO ledger_rows (run_id, effect_key, effect_epoch, document_id, vendor, number, document_date, currency,
                           stated_minor, computed_minor, sums_agree, category)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  RETURNING id::text AS id`;

const RUNNING_TOTALS = `
  SELECT currency, count(*)::int AS documents, sum(stated_minor)::text AS "statedMinor",
         sum(computed_minor)::text AS "computedMinor"
  FROM ledger_rows WHERE run_id = $1 GROUP BY currency ORDER BY currency`;

const FLAGGED =
  'SELECT document_id AS document FROM ledger_rows WHERE run_id = $1 AND NOT sums_agree ORDER BY id';

interface Totals extends Record<string, unknown> {
  readonly currency: string;
  readonly documents: number;
  readonly statedMinor: string;
  readonly computedMinor: string;
}

/** Transactional: the row and the journal's settle commit together, so there is no moment with one and not the other. */
export const addLedgerRow = defineTool<Booking, LedgerSettings>({
  name: 'add_ledger_row',
  description:
    'Books one document in the ledger. Call it once for each document. Returns the totals of this run per currency, in minor units, and the documents flagged so far.',
  input: BookingArguments,
  delivery: 'transactional',
  async execute(booking, { client, runId, key, epoch }) {
    const inserted = await client.query<{ id: string }>(INSERT_ROW, [runId, key, epoch, ...columns(booking)]);
    const row = inserted.rows[0]?.id ?? '';
    const { totals, flagged } = await ledgerSoFar(client, runId);
    return done({ row, totals, flagged }, { providerRef: `ledger_rows/${row}` });
  },
});

function columns(booking: Booking): unknown[] {
  return [
    booking.document,
    booking.vendor,
    booking.number,
    booking.date,
    booking.currency,
    booking.statedTotalMinor,
    booking.computedTotalMinor,
    booking.sumsAgree,
    booking.category,
  ];
}

async function ledgerSoFar(client: SqlClient, runId: string) {
  const totals = await client.query<Totals>(RUNNING_TOTALS, [runId]);
  const flagged = await client.query<{ document: string }>(FLAGGED, [runId]);
  return {
    totals: totals.rows.map(({ currency, documents, statedMinor, computedMinor }) => ({
      currency,
      documents,
      statedMinor: exact(statedMinor),
      computedMinor: exact(computedMinor),
    })),
    flagged: flagged.rows.map((row) => row.document),
  };
}

/** A sum of Postgres arrives as text, because it may be larger than a number holds exactly. */
function exact(minor: string): number {
  const value = Number(minor);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`${minor} minor units is more than can be counted exactly`);
  return value;
}
