import { asError, type Done, NotSent, Refused, RetryableError, type ToolOutput } from '@checkpoint/contracts';
import type pg from 'pg';
import { FAILED_RETRY_MS, MAX_TRIES } from './limits.ts';
import {
  atOrClose,
  check,
  closeAttempt,
  type Grant,
  type Performance,
  type Permit,
  sendContext,
} from './performance.ts';
import { type Decision, fenced, settle, settleAs } from './settle.ts';
import { run } from './statements.ts';
import type { Performed, SendContext } from './types.ts';

/** Moves 2 to 4: check, send, settle. */
export async function sendAndSettle(p: Performance, grant: Grant, permit: Permit): Promise<Performed> {
  try {
    await p.at('check');
    check(p, permit);
    await p.at('before_send');
    check(p, permit);
  } catch (thrown) {
    await closeAttempt(p, grant, 'deferred', asError(thrown));
    throw thrown;
  }
  if (p.tool.delivery === 'transactional') return await inOneTransaction(p, p.tool.send, grant, permit);
  const sent = await attemptSend(p, grant, permit, p.tool.send);
  await atOrClose(p, grant, 'after_send', 'ambiguous');
  return await conclude(p, grant, sent);
}

type Sent =
  | { readonly kind: 'done'; readonly done: Done }
  | { readonly kind: 'refused'; readonly error: Refused }
  | { readonly kind: 'not_sent' | 'ambiguous'; readonly error: Error };

async function attemptSend<Context extends SendContext>(
  p: Performance,
  grant: Grant,
  permit: Permit,
  send: (context: Context) => Promise<Done>,
  extra?: Omit<Context, keyof SendContext>,
): Promise<Sent> {
  const context = { ...sendContext(p, grant, permit), ...extra } as Context;
  try {
    return { kind: 'done', done: await send(context) };
  } catch (thrown) {
    if (thrown instanceof Refused) return { kind: 'refused', error: thrown };
    const error = asError(thrown);
    return { kind: error instanceof NotSent ? 'not_sent' : 'ambiguous', error };
  }
}

async function conclude(p: Performance, grant: Grant, sent: Sent): Promise<Performed> {
  switch (sent.kind) {
    case 'done':
      return await settleAs(p, grant, { kind: 'applied', done: sent.done, by: 'worker' });
    case 'refused':
      return await settleAs(p, grant, refusal(sent.error));
    case 'not_sent':
    case 'ambiguous':
      return await failed(p, grant, sent.kind, sent.error);
  }
}

/** Effect and settle commit together, so there is no gap between them. */
async function inOneTransaction(
  p: Performance,
  send: (context: SendContext & { client: pg.PoolClient }) => Promise<Done>,
  grant: Grant,
  permit: Permit,
): Promise<Performed> {
  const client = await p.pool.connect();
  let broken: Error | undefined;
  let sent: Sent;
  // Postgres may go away while the tool works between two statements: nobody else listens then, and Node would end.
  const lost = (error: Error): void => {
    broken = error;
  };
  client.on('error', lost);
  try {
    await client.query(begin(Math.max(1, Math.ceil(permit.sendBefore - p.monotonicMs()))));
    sent = await attemptSend(p, grant, permit, send, { client });
    if (sent.kind === 'done') {
      await atOrClose(p, grant, 'after_send', 'deferred');
      const decision: Decision = { kind: 'applied', done: sent.done, by: 'worker' };
      const settled = await settle(p, grant, decision, client);
      if (settled === undefined) {
        await client.query('ROLLBACK');
        throw await fenced(p, grant);
      }
      await client.query('COMMIT');
      await p.at('after_settle');
      return settled;
    }
    await client.query('ROLLBACK');
  } catch (thrown) {
    broken = asError(thrown);
    throw thrown;
  } finally {
    client.off('error', lost);
    client.release(broken);
  }
  // The transaction is undone: whatever the tool met, nothing happened.
  if (sent.kind === 'refused') return await settleAs(p, grant, refusal(sent.error));
  return await failed(p, grant, 'not_sent', sent.error);
}

/**
 * A worker that froze, or whose network is gone, holds the row that it settled until its transaction ends; whoever takes
 * the effect over waits for that row. So the server ends a silent transaction when the attempt's time is over.
 */
function begin(idleMs: number): string {
  return `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;
}

function refusal(error: Refused): Decision {
  const output: ToolOutput = { ok: false, error: { code: 'REFUSED', message: error.message } };
  return { kind: 'rejected', output, error: error.message };
}

/** Ends a failed attempt, and the effect with it once the tool's budget of tries is used up. */
async function failed(
  p: Performance,
  grant: Grant,
  outcome: 'not_sent' | 'ambiguous',
  error: Error,
): Promise<Performed> {
  const maxTries = p.tool.maxTries ?? MAX_TRIES;
  if (outcome === 'ambiguous' && p.tool.delivery === 'unrepeatable') {
    return await settleAs(p, grant, { kind: 'unknown', why: `sent, and the answer was: ${error.message}` });
  }
  if (p.options.signal?.aborted === true) throw await givenUp(p, grant, outcome, error);
  const { failures, mayHaveSent } = await priorFailures(p, grant);
  if (failures + 1 >= maxTries) {
    const why = `${maxTries} tries failed, the last with: ${error.message}`;
    if (mayHaveSent || outcome === 'ambiguous') return await settleAs(p, grant, { kind: 'unknown', why });
    const output: ToolOutput = { ok: false, error: { code: 'TOOL_FAILED', message: why } };
    return await settleAs(p, grant, { kind: 'rejected', output, error: why });
  }
  await closeAttempt(p, grant, outcome, error);
  throw new RetryableError(
    outcome === 'not_sent' ? 'EFFECT_NOT_SENT' : 'EFFECT_AMBIGUOUS',
    `${p.effect.tool} (${p.key}): ${error.message}`,
    FAILED_RETRY_MS,
    { effectKey: p.key, tries: failures + 1, maxTries },
    error,
  );
}

/** The caller asked the tool to stop: that is no failure of the tool's, and uses up no try. */
async function givenUp(
  p: Performance,
  grant: Grant,
  outcome: 'not_sent' | 'ambiguous',
  error: Error,
): Promise<RetryableError> {
  await closeAttempt(p, grant, outcome === 'not_sent' ? 'deferred' : 'given_up', error);
  const text = `${p.effect.tool} (${p.key}) was given up: ${error.message}`;
  const code = outcome === 'not_sent' ? 'EFFECT_NOT_SENT' : 'EFFECT_AMBIGUOUS';
  return new RetryableError(code, text, FAILED_RETRY_MS, { effectKey: p.key }, error);
}

async function priorFailures(
  p: Performance,
  grant: Grant,
): Promise<{ failures: number; mayHaveSent: boolean }> {
  const { rows } = await run<{ failures: number; may_have_sent: boolean }>(p.pool, 'prior-failures', [
    p.key,
    grant.epoch,
  ]);
  return { failures: rows[0]?.failures ?? 0, mayHaveSent: rows[0]?.may_have_sent ?? true };
}
