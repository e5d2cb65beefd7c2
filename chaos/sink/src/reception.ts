import { asError, InvariantError, type WitnessReceiver } from '@checkpoint/contracts';
import type pg from 'pg';
import type { Identity } from './identity.ts';
import { run } from './sql.ts';

/**
 * What every receiver does with a request, in one transaction that is committed before anything is answered:
 *
 *   arrival ──► refused   the receiver has a reason (headers, size, a fault), or the epoch is older than one seen
 *           └─► apply ──► applied    the world changed: a mail was accepted, a file's bytes are others now, money moved
 *                     ├─► absorbed   it changed nothing
 *                     └─► refused    what the receiver holds speaks against it: another body under an Idempotency-Key
 *
 * A verdict is final. A receiver brings its kind and its `apply`.
 */
export interface Arrival {
  readonly kind: WitnessReceiver;
  readonly identity: Identity;
  /** Lower-case hex; empty when the body was turned away unread. */
  readonly bodySha256: string;
  readonly peer: string;
  /** Where it would land. */
  readonly target: string;
  /** Why it is turned away whatever the epoch, or null. */
  readonly refusal: string | null;
  /** Recorded beside an arrival that was not turned away. */
  readonly note: string | null;
  readonly fault: string | null;
}

/** Changes the world inside the arrival's transaction; says whether it did, or why it refuses to. */
export type Apply = (
  client: pg.PoolClient,
  arrivalId: string,
) => Promise<'applied' | 'absorbed' | { readonly refused: string }>;

export type Verdict =
  | { readonly verdict: 'applied' | 'absorbed' }
  | { readonly verdict: 'refused'; readonly reason: string; readonly olderEpoch: boolean };

interface Turn {
  id: string;
  refuseOlderEpochs: boolean;
  newestEpoch: number | null;
}

/** Records an arrival and applies it if nothing speaks against it. Resolves once it is committed. */
export async function receive(pool: pg.Pool, arrival: Arrival, apply: Apply): Promise<Verdict> {
  return await serially(pool, async (client) => {
    const { kind, identity } = arrival;
    const [turn] = await run<Turn & pg.QueryResultRow>(client, 'next-arrival', [kind, identity.effectKey]);
    if (turn === undefined) throw new TypeError('next-arrival returns one row');
    const older = arrival.refusal === null ? olderEpoch(turn, identity.epoch) : null;
    const reason = arrival.refusal ?? older;
    const verdict: Verdict =
      reason === null
        ? verdictOf(await apply(client, turn.id))
        : { verdict: 'refused', reason, olderEpoch: older !== null };
    await run(client, 'insert-arrival', [
      turn.id,
      kind,
      identity.effectKey,
      identity.runId,
      identity.epoch,
      verdict.verdict,
      verdict.verdict === 'refused' ? verdict.reason : arrival.note,
      arrival.bodySha256,
      arrival.peer,
      arrival.target,
      arrival.fault,
    ]);
    return verdict;
  });
}

function verdictOf(outcome: Awaited<ReturnType<Apply>>): Verdict {
  if (typeof outcome === 'string') return { verdict: outcome };
  return { verdict: 'refused', reason: outcome.refused, olderEpoch: false };
}

/** Records an arrival that its receiver turned away for a reason of its own. */
export async function refuse(pool: pg.Pool, arrival: Arrival): Promise<void> {
  await receive(pool, arrival, async () => {
    throw new InvariantError('a refused arrival was about to be applied', { target: arrival.target });
  });
}

/** An arrival without an epoch cannot show that it is the newest, so it is older than any that has one. */
function olderEpoch(turn: Turn, epoch: number | null): string | null {
  if (!turn.refuseOlderEpochs || turn.newestEpoch === null) return null;
  if (epoch !== null && epoch >= turn.newestEpoch) return null;
  return `epoch ${epoch ?? 'none'} is older than ${turn.newestEpoch}, which was seen for this key`;
}

/** Runs a transaction while no other writer of arrivals or faults runs. */
export async function serially<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
    await run(client, 'begin-arrival');
    const result = await work(client);
    await commit(client);
    return result;
  } catch (thrown) {
    failure = asError(thrown);
    throw failure;
  } finally {
    // A client that failed is closed, which rolls back; it is never used again.
    client.release(failure);
  }
}

/** The database was asked to commit and gave no answer: whether the arrival is on record, nobody here can say. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown';
}

async function commit(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (thrown) {
    const error = asError(thrown);
    throw new CommitUnknown(`the commit was not confirmed: ${error.message}`, { cause: error });
  }
}
