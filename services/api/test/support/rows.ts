import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@checkpoint/testing';

type Pool = TestDatabase['pool'];

/** Registers an agent whose input has one required field. */
export async function insertAgent(pool: Pool, name = 'ledger'): Promise<void> {
  await pool.query(
    `INSERT INTO agents (name, description, input_schema, build_id) VALUES ($1, 'Keeps a ledger.', $2, 'test')`,
    [
      name,
      JSON.stringify({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { documents: { type: 'integer', minimum: 1, maximum: 30 } },
        required: ['documents'],
        additionalProperties: false,
      }),
    ],
  );
}

/** A worker as a process of this or another host registers itself. */
export async function insertWorker(
  pool: Pool,
  worker: { host?: string; pid?: number; pidStarted?: string; leaseSeconds?: number } = {},
): Promise<string> {
  const host = worker.host ?? 'elsewhere';
  const workerId = `${host}/${randomUUID()}`;
  await pool.query(
    `INSERT INTO workers (worker_id, host, pid, pid_started, build_id, lease_until)
     VALUES ($1, $2, $3, $4, 'test', now() + make_interval(secs => $5))`,
    [workerId, host, worker.pid ?? 4_000_000, worker.pidStarted ?? '1', worker.leaseSeconds ?? 60],
  );
  return workerId;
}

export async function insertRunRow(
  pool: Pool,
  runId: string,
  more: { agent?: string; ageSeconds?: number } = {},
): Promise<void> {
  await pool.query(
    `INSERT INTO runs (run_id, agent, input, budgets, started_at)
     VALUES ($1, $2, '{"documents":1}', '{"maxSteps":5,"maxTokens":10,"maxCostUsd":1,"maxWallSeconds":60}',
             now() - make_interval(secs => $3))`,
    [runId, more.agent ?? 'ledger', more.ageSeconds ?? 0],
  );
}

export interface AttemptRow {
  readonly runId: string;
  readonly step: number;
  readonly activity?: string;
  readonly attempt: number;
  readonly workerId: string;
  readonly token?: Uint8Array;
  readonly outcome?: string;
  /** Seconds from now; negative lies in the past. */
  readonly startedAt?: number;
}

export async function insertAttempt(pool: Pool, row: AttemptRow): Promise<void> {
  await pool.query(
    `INSERT INTO attempts (run_id, step, activity, attempt, tool, worker_id, task_token, started_at, ended_at, outcome)
     VALUES ($1, $2, $3, $4, $3, $5, $6, now() + make_interval(secs => $7),
             CASE WHEN $8::text IS NULL THEN NULL ELSE now() END, $8)`,
    [
      row.runId,
      row.step,
      row.activity ?? 'model',
      row.attempt,
      row.workerId,
      Buffer.from(row.token ?? [1]),
      row.startedAt ?? 0,
      row.outcome ?? null,
    ],
  );
}

/** A death certificate; `seconds` from now, negative lies in the past. */
export async function certify(
  pool: Pool,
  workerId: string,
  seconds: number,
  evidence = 'exit',
): Promise<void> {
  await pool.query(
    `INSERT INTO death_certificates (worker_id, died_at, evidence, issued_by)
     VALUES ($1, now() + make_interval(secs => $2), $3, 'test')`,
    [workerId, seconds, evidence],
  );
}

export interface EffectRow {
  readonly runId: string;
  readonly step: number;
  readonly id: string;
  readonly workerId: string;
  readonly state: 'intended' | 'applied' | 'rejected' | 'unknown';
  readonly kind?: 'effect' | 'model';
  readonly artifacts?: readonly object[];
}

export interface UnknownRow {
  readonly runId: string;
  readonly workerId: string;
  readonly id?: string;
  readonly kind?: 'effect' | 'model';
  /** The bytes that were sent. */
  readonly args?: string;
  /** Seconds from now at which it became unknown; negative lies in the past. */
  readonly since?: number;
}

/** An effect of step 1 that was sent, and of which nobody knows what became of it. Returns its key. */
export async function insertUnknown(pool: Pool, row: UnknownRow): Promise<string> {
  const { runId, workerId, id = 'call_1', kind = 'effect', args = '{"to":"ann"}', since = 0 } = row;
  const key = `${runId}:1:${id}`;
  await pool.query(
    `INSERT INTO effects (key, run_id, step, tool_use_id, kind, tool, delivery, args, args_sha256, state, worker_id, error)
     VALUES ($1, $2, 1, $3, $4, 'send_mail', 'unrepeatable', $5, repeat('a', 64), 'unknown', $6, 'the answer was lost')`,
    [key, runId, id, kind, args, workerId],
  );
  await pool.query(
    `INSERT INTO effect_attempts (key, epoch, worker_id, started_at, deadline_at, ended_at, outcome)
     SELECT $1, 1, $2, t, t, t, 'unknown' FROM (SELECT now() + make_interval(secs => $3) AS t) time`,
    [key, workerId, since],
  );
  return key;
}

/** An effect as the journal stores it. Returns its key. */
export async function insertEffect(pool: Pool, row: EffectRow): Promise<string> {
  const key = `${row.runId}:${row.step}:${row.id}`;
  const result = { output: { ok: true, value: null }, artifacts: row.artifacts ?? [] };
  await pool.query(
    `INSERT INTO effects (key, run_id, step, tool_use_id, kind, tool, delivery, args, args_sha256, state, worker_id,
                          result, applied_at)
     VALUES ($1, $2, $3, $4, $5, 'send_mail', 'probed', '{}', repeat('a', 64), $6, $7, $8,
             CASE WHEN $6 = 'applied' THEN now() END)`,
    [
      key,
      row.runId,
      row.step,
      row.id,
      row.kind ?? 'effect',
      row.state,
      row.workerId,
      row.state === 'intended' ? null : JSON.stringify(result),
    ],
  );
  return key;
}
