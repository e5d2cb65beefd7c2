import { createHash } from 'node:crypto';
import type { TestDatabase } from '@checkpoint/testing';

type Pool = TestDatabase['pool'];

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface ApprovalRow {
  readonly runId: string;
  readonly id?: string;
  /** As a person sees them; canonical JSON. */
  readonly shown?: string;
  /** As they are stored; the shown ones where nothing is secret. */
  readonly stored?: string;
  readonly secrets?: readonly string[];
  readonly separateApprover?: boolean;
  /** Seconds from now; negative lies in the past. */
  readonly requested?: number;
  readonly expires?: number;
}

const SCHEMA = {
  type: 'object',
  properties: {
    cents: { type: 'integer', minimum: 1 },
    to: { type: 'string' },
    card: { type: 'string', pattern: '^[0-9]{4}$' },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['cents', 'to'],
  additionalProperties: false,
};

export const SHOWN = '{"cents":900,"to":"ben"}';

/** A call of step 1 that waits for a person, as a worker writes it. Returns its key. */
export async function insertApproval(pool: Pool, row: ApprovalRow): Promise<string> {
  const {
    runId,
    id = 'p',
    shown = SHOWN,
    stored = shown,
    secrets = [],
    requested = 0,
    expires = 3_600,
  } = row;
  await pool.query('INSERT INTO steps (run_id, step) VALUES ($1, 1) ON CONFLICT DO NOTHING', [runId]);
  await pool.query(
    `INSERT INTO tool_calls (run_id, step, tool_use_id, ordinal, tool, kind, args) VALUES ($1, 1, $2, 1, 'pay', 'effect', $3)`,
    [runId, id, stored],
  );
  await pool.query(
    `INSERT INTO approvals (run_id, step, tool_use_id, tool, rule, risk, question, separate_approver, input_schema, secrets,
                            shown, args_sha256, stored_sha256, build_id, state, requested_at, expires_at)
     VALUES ($1, 1, $2, 'pay', 'always', 'high', 'Pay?', $3, $4, $5, $6, $7, $8, 'build-7', 'waiting',
             now() + make_interval(secs => $9), now() + make_interval(secs => $10))`,
    [
      ...[runId, id, row.separateApprover ?? false, JSON.stringify(SCHEMA), secrets],
      ...[shown, sha256(shown), sha256(stored), requested, expires],
    ],
  );
  return `${runId}:1:${id}`;
}
