import type pg from 'pg';

/** As the witness counts: applications minus distinct keys. */
export interface WitnessTotals {
  readonly arrivals: number;
  readonly applications: number;
  readonly distinctKeys: number;
  readonly duplicates: number;
}

export const NO_ARRIVALS: WitnessTotals = { arrivals: 0, applications: 0, distinctKeys: 0, duplicates: 0 };

/** Adds what the witness recorded of these runs to `sum`. Run ids are never used twice, so the sums do not overlap. */
export async function duplicatesOf(
  witness: pg.Pool,
  runIds: readonly string[],
  sum: WitnessTotals,
): Promise<WitnessTotals> {
  const { rows } = await witness.query<{ arrivals: number; applications: number; keys: number }>(
    `SELECT count(*)::int AS arrivals,
            count(*) FILTER (WHERE verdict = 'applied')::int AS applications,
            count(DISTINCT effect_key) FILTER (WHERE verdict = 'applied')::int AS keys
     FROM arrivals WHERE run_id = ANY ($1)`,
    [runIds],
  );
  const { arrivals = 0, applications = 0, keys = 0 } = rows[0] ?? {};
  return {
    arrivals: sum.arrivals + arrivals,
    applications: sum.applications + applications,
    distinctKeys: sum.distinctKeys + keys,
    duplicates: sum.duplicates + applications - keys,
  };
}
