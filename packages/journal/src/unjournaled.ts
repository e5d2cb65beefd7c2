import { type Done, Epoch, effectKey, Refused, type ToolOutput } from '@checkpoint/contracts';
import type pg from 'pg';
import { SEND_TIMEOUT_MS } from './limits.ts';
import { runRiders } from './statements.ts';
import type { Journal, JournalTool, MoveHook, Performed, SendContext, StoredOutcome } from './types.ts';

/**
 * Performs effects without any journal: no intent, no stored outcome, no epoch. It is the control of every proof: the
 * same run with this in place of the journal must show duplicates at the witness (DESIGN §9). Never use it for work.
 */
export function createUnjournaled(options: { readonly pool: pg.Pool; readonly atMove?: MoveHook }): Journal {
  const { pool, atMove } = options;
  return {
    inFlight: new Set(),
    async perform(effect, tool, performOptions = {}) {
      const key = effectKey(effect);
      const signals = [AbortSignal.timeout(tool.timeoutMs ?? SEND_TIMEOUT_MS)];
      if (performOptions.signal !== undefined) signals.push(performOptions.signal);
      const context: SendContext = {
        key,
        epoch: Epoch.parse(1),
        bytes: effect.args,
        signal: AbortSignal.any(signals),
        remainingMs: () => SEND_TIMEOUT_MS,
        at: async (move) => await atMove?.(move, { effect, key }),
      };
      await atMove?.('before_send', { effect, key });
      const { outcome, providerRef } = await sendBare(pool, tool, context);
      await atMove?.('after_send', { effect, key });
      await runRiders(pool, 'settled AS (SELECT 1)', performOptions.besideSettle?.(outcome) ?? []);
      return { ...outcome, key, epoch: context.epoch, providerRef, fromJournal: false } satisfies Performed;
    },
  };
}

async function sendBare(
  pool: pg.Pool,
  tool: JournalTool,
  context: SendContext,
): Promise<{ outcome: StoredOutcome; providerRef: string | null }> {
  try {
    const done =
      tool.delivery === 'transactional'
        ? await inTransaction(pool, tool.send, context)
        : await tool.send(context);
    const output: ToolOutput = { ok: true, value: done.value };
    return { outcome: { output, artifacts: done.artifacts ?? [] }, providerRef: done.providerRef ?? null };
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    const output: ToolOutput = { ok: false, error: { code: 'REFUSED', message: thrown.message } };
    return { outcome: { output, artifacts: [] }, providerRef: null };
  }
}

async function inTransaction(
  pool: pg.Pool,
  send: (context: SendContext & { client: pg.PoolClient }) => Promise<Done>,
  context: SendContext,
): Promise<Done> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    const done = await send({ ...context, client });
    await client.query('COMMIT');
    broken = false;
    return done;
  } finally {
    client.release(broken);
  }
}
