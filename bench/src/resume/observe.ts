import type pg from 'pg';

/** What a run that the dead worker held was doing when the signal was sent. */
export type RunState = 'tool in flight' | 'model in flight' | 'between steps';

/** One run that the dead worker held. Times are milliseconds since the epoch, by the clock that all processes share. */
export interface Held {
  readonly runId: string;
  readonly step: number;
  readonly state: RunState;
  /** Next attempt of the interrupted activity, on another worker. Null while none, and for a run between steps. */
  readonly againAt: number | null;
  /** Next attempt of anything. */
  readonly movedAt: number | null;
  /** First attempt of a later step. */
  readonly nextStepAt: number | null;
}

interface HeldRow extends pg.QueryResultRow {
  readonly run_id: string;
  readonly step: number;
  readonly tool: string;
  readonly in_flight: boolean;
  readonly again_at: number | null;
  readonly moved_at: number | null;
  readonly next_step_at: number | null;
}

/** An attempt of W that the journal had ended may still be open at Temporal: then it has a successor, and was in flight. */
const HELD = `
WITH held AS (
  SELECT r.run_id, a.*
  FROM unnest($1::text[]) AS r (run_id)
  CROSS JOIN LATERAL (
    SELECT step, activity, attempt, tool, worker_id, ended_at, outcome FROM attempts t
    WHERE t.run_id = r.run_id AND (t.worker_id = $2 OR t.started_at <= to_timestamp($3::float8 / 1000))
    ORDER BY started_at DESC LIMIT 1
  ) a
  WHERE a.worker_id = $2
),
seen AS (
  SELECT held.*,
         (SELECT min(started_at) FROM attempts n WHERE n.run_id = held.run_id AND n.step = held.step
            AND n.activity = held.activity AND n.attempt > held.attempt) AS again_at,
         (SELECT min(started_at) FROM attempts n WHERE n.run_id = held.run_id AND n.worker_id <> $2
            AND n.started_at > to_timestamp($3::float8 / 1000)) AS moved_at,
         (SELECT min(started_at) FROM attempts n WHERE n.run_id = held.run_id AND n.step > held.step) AS next_step_at
  FROM held
)
SELECT run_id, step, tool, ended_at IS NULL OR outcome = 'died' OR again_at IS NOT NULL AS in_flight,
       extract(epoch FROM again_at)::float8 * 1000 AS again_at,
       extract(epoch FROM moved_at)::float8 * 1000 AS moved_at,
       extract(epoch FROM next_step_at)::float8 * 1000 AS next_step_at
FROM seen`;

/** The runs among `runIds` that `workerId` held when it died at `diedAtMs`, and how each went on. */
export async function heldBy(
  db: pg.Pool,
  runIds: readonly string[],
  workerId: string,
  diedAtMs: number,
): Promise<Held[]> {
  const { rows } = await db.query<HeldRow>(HELD, [runIds, workerId, diedAtMs]);
  return rows.map((row) => ({
    runId: row.run_id,
    step: row.step,
    state: row.in_flight ? (row.tool === 'model' ? 'model in flight' : 'tool in flight') : 'between steps',
    againAt: row.again_at,
    movedAt: row.moved_at,
    nextStepAt: row.next_step_at,
  }));
}

/** When the first effect of each run was applied at the witness after `sinceMs`. */
export async function nextApplied(
  witness: pg.Pool,
  runIds: readonly string[],
  sinceMs: number,
): Promise<Map<string, number>> {
  const { rows } = await witness.query<{ run_id: string; at: number }>(
    `SELECT run_id, extract(epoch FROM min(at))::float8 * 1000 AS at FROM arrivals
     WHERE run_id = ANY ($1) AND verdict = 'applied' AND at > to_timestamp($2::float8 / 1000) GROUP BY run_id`,
    [runIds, sinceMs],
  );
  return new Map(rows.map(({ run_id, at }) => [run_id, at]));
}

/** Open attempts of these runs, by worker: who holds how many. */
export async function holders(db: pg.Pool, runIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ worker_id: string; runs: number }>(
    `SELECT worker_id, count(*)::int AS runs FROM unnest($1::text[]) AS r (run_id)
     CROSS JOIN LATERAL (SELECT worker_id FROM attempts t WHERE t.run_id = r.run_id ORDER BY started_at DESC LIMIT 1) a
     GROUP BY worker_id`,
    [runIds],
  );
  return new Map(rows.map(({ worker_id, runs }) => [worker_id, runs]));
}

/** First attempt of each run that began after `sinceMs`, on whatever worker. */
export async function nextAttempts(
  db: pg.Pool,
  runIds: readonly string[],
  sinceMs: number,
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ run_id: string; at: number }>(
    `SELECT run_id, extract(epoch FROM min(started_at))::float8 * 1000 AS at FROM attempts
     WHERE run_id = ANY ($1) AND started_at > to_timestamp($2::float8 / 1000) GROUP BY run_id`,
    [runIds, sinceMs],
  );
  return new Map(rows.map(({ run_id, at }) => [run_id, at]));
}
