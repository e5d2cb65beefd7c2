import type { ItemKind } from './inbox.ts';
import { type Db, instant, row, rows } from './statements.ts';

export interface DueWebhook {
  readonly id: string;
  readonly type: 'inbox.item.waiting' | 'inbox.item.decided';
  readonly kind: ItemKind;
  readonly runId: string;
  readonly step: number;
  readonly toolUseId: string;
  readonly createdAt: string;
  /** This one included. */
  readonly tries: number;
}

interface DueRow {
  id: string;
  type: DueWebhook['type'];
  kind: ItemKind;
  run_id: string;
  step: number;
  tool_use_id: string;
  created_at: Date;
  tries: number;
}

/** Takes what is due; it is due again later, unless it is noted as delivered before. */
export async function claimWebhooks(
  db: Db,
  claim: { readonly limit: number; readonly retrySeconds: number; readonly maxSeconds: number },
): Promise<DueWebhook[]> {
  const found = await rows<DueRow & Record<string, unknown>>(db, 'claim-webhooks', [
    ...[claim.limit, claim.retrySeconds, claim.maxSeconds],
  ]);
  return found.map((due) => ({
    id: due.id,
    type: due.type,
    kind: due.kind,
    runId: due.run_id,
    step: due.step,
    toolUseId: due.tool_use_id,
    createdAt: instant(due.created_at),
    tries: due.tries,
  }));
}

export async function webhookTried(
  db: Db,
  id: string,
  tried: { readonly status: number | null; readonly error: string | null; readonly giveUpSeconds: number },
): Promise<void> {
  await rows(db, 'webhook-tried', [id, tried.status, tried.error, tried.giveUpSeconds]);
}

export async function dropWebhook(db: Db, id: string): Promise<void> {
  await rows(db, 'drop-webhook', [id]);
}

/** `keptSeconds` after it was made; null removes all, ended or not. */
export async function pruneWebhooks(db: Db, keptSeconds: number | null): Promise<void> {
  await rows(db, 'prune-webhooks', [keptSeconds]);
}

/** Who decided last about an item, and what. */
export async function lastDecision(db: Db, { kind, runId, step, toolUseId }: DueWebhook) {
  const found = await row<{
    decision: string;
    decided_by: string;
    decided_via: string;
    decided_at: Date;
    reason: string | null;
    tool: string;
    agent: string | null;
  }>(db, 'last-decision', [kind, runId, step, toolUseId]);
  return (
    found && {
      agent: found.agent,
      tool: found.tool,
      decision: found.decision,
      decidedBy: found.decided_by,
      decidedVia: found.decided_via,
      decidedAt: instant(found.decided_at),
      reason: found.reason,
    }
  );
}
