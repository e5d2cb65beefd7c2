import type { StartRunBody } from '@checkpoint/contracts/api';
import { type Db, row } from './statements.ts';

/** False when the id is taken. */
export async function insertRun(
  db: Db,
  runId: string,
  body: StartRunBody,
  startedBy: string | null,
): Promise<boolean> {
  const inserted = await row(db, 'insert-run', [
    runId,
    body.agent,
    JSON.stringify(body.input),
    JSON.stringify(body.budgets),
    JSON.stringify(body.faults),
    body.journal,
    startedBy,
  ]);
  return inserted !== undefined;
}

export interface StartRequest {
  readonly runId: string;
  readonly bodySha256: string;
}

/** False when the key was used before. */
export async function insertStartRequest(db: Db, key: string, request: StartRequest): Promise<boolean> {
  return (await row(db, 'insert-start-request', [key, request.bodySha256, request.runId])) !== undefined;
}

export async function findStartRequest(db: Db, key: string): Promise<StartRequest | undefined> {
  const found = await row<{ run_id: string; body_sha256: string }>(db, 'find-start-request', [key]);
  return found && { runId: found.run_id, bodySha256: found.body_sha256 };
}
