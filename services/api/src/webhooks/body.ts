import type { InboxItem } from '@checkpoint/contracts/api';
import { MAX_ARGS_CHARS } from '../inbox/limits.ts';
import { unknownByKeys } from '../inbox/unknown.ts';
import { listApprovals } from '../store/approvals.ts';
import type { Db } from '../store/statements.ts';
import { type DueWebhook, lastDecision } from '../store/webhooks.ts';
import type { Witness } from '../witness.ts';

export interface BodyParts {
  readonly pool: Db;
  readonly witness: Witness;
  readonly publicUrl: string | undefined;
}

/** What is told, as it is now; undefined when the item waits no more, so that there is nothing to tell. */
export async function bodyOf(parts: BodyParts, due: DueWebhook): Promise<string | undefined> {
  const told = due.type === 'inbox.item.waiting' ? await waiting(parts, due) : await decided(parts, due);
  if (told === undefined) return undefined;
  return JSON.stringify({ id: due.id, type: due.type, at: due.createdAt, kind: due.kind, ...told });
}

async function waiting(parts: BodyParts, due: DueWebhook): Promise<object | undefined> {
  const key = keyOf(due);
  const item = due.kind === 'approval' ? await question(parts, key) : (await unknownByKeys(parts, [key]))[0];
  return item && { item, ...linkTo(parts, key), decideAt: decideAt(item) };
}

/** Without the schema of its arguments, which is long and for programs that edit. */
async function question({ pool }: BodyParts, key: string): Promise<InboxItem | undefined> {
  const [found] = await listApprovals(pool, { keys: [key] }, MAX_ARGS_CHARS);
  return found?.state === 'waiting' ? { ...found, inputSchema: null } : undefined;
}

async function decided(parts: BodyParts, due: DueWebhook): Promise<object | undefined> {
  const decision = await lastDecision(parts.pool, due);
  return (
    decision && {
      key: keyOf(due),
      runId: due.runId,
      step: due.step,
      ...decision,
      ...linkTo(parts, keyOf(due)),
    }
  );
}

function decideAt(item: InboxItem): string {
  return item.kind === 'approval'
    ? `/api/approvals/${item.approvalKey}/decision`
    : `/api/effects/${item.effectKey}/resolution`;
}

function linkTo({ publicUrl }: BodyParts, key: string): { url?: string } {
  return publicUrl === undefined ? {} : { url: `${publicUrl}/inbox?decide=${encodeURIComponent(key)}` };
}

function keyOf({ runId, step, toolUseId }: DueWebhook): string {
  return `${runId}:${step}:${toolUseId}`;
}
