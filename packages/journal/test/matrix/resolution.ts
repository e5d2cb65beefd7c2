/** A person's decision that is cut off: by the death of the process that stores it, or by the end of Postgres. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { effectKey } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import { type Effect, resolveUnknown } from '../../src/index.ts';
import type { Cell } from './cells.ts';
import { type Observed, observe } from './observe.ts';
import type { Stage } from './stage.ts';

const DECISION = { kind: 'happened', providerRef: 're_1' } as const;

export async function killDuringResolution(stage: Stage, cell: Cell, effect: Effect): Promise<Observed> {
  await makeUnknown(stage, cell, effect);
  const client = await stage.pool.connect();
  const decider = await holdDecision(stage, client, effect);
  decider.kill('SIGKILL');
  await once(decider, 'exit');
  // The server learns of the death only when it answers: the statement goes on, whole, once the row is free.
  await client.query('COMMIT');
  client.release();
  return await decideAgain(stage, cell, effect);
}

/** The same person, not knowing what became of it, decides the same again. */
export async function decideAgain(stage: Stage, cell: Cell, effect: Effect): Promise<Observed> {
  const resolution = { key: effectKey(effect), decision: DECISION, by: 'ann' };
  await resolveUnknown(stage.pool, resolution);
  const again = await resolveUnknown(stage.pool, resolution);
  const observed = await observe(stage, cell, effect, await stage.next(cell.delivery, effect));
  const { rows } = await stage.pool.query(
    'SELECT count(*)::int AS n FROM effect_resolutions WHERE key = $1',
    [resolution.key],
  );
  const wrong = again.first || rows[0].n !== 1 ? [`${rows[0].n} decisions are on record`] : [];
  return { ...observed, wrong: [...observed.wrong, ...wrong] };
}

/** Brings an effect that was applied once to the state in which only a person can say so. */
export async function makeUnknown(stage: Stage, { delivery }: Cell, effect: Effect): Promise<void> {
  const { victim, workerId } = stage.spawn(delivery, effect, 'after_send');
  await victim.heldAt('after_send');
  await victim.kill();
  await stage.certify(workerId, 'exit');
  if (delivery === 'idempotent') {
    await stage.witness.order({ kind: 'file', fault: 'fail_after_commit', effectKey: effectKey(effect) });
  }
  // Past its key window, with a look-up that is away, after its last try: each class has its own way there.
  const told = await stage.next(delivery, effect, { keyWindowMs: 1, blind: true, maxTries: 1 });
  if (!('unknown' in told)) throw new Error(`${delivery} did not become unknown: ${JSON.stringify(told)}`);
}

/** A process that stores a decision, and waits for the effect's row, which `client` keeps locked. */
export async function holdDecision(
  stage: Stage,
  client: { query(text: string, values?: unknown[]): Promise<unknown> },
  effect: Effect,
): Promise<ChildProcess> {
  const key = effectKey(effect);
  await client.query('BEGIN');
  await client.query('SELECT FROM effects WHERE key = $1 FOR UPDATE', [key]);
  const file = fileURLToPath(new URL('./decide.ts', import.meta.url));
  const job = JSON.stringify({ databaseUrl: stage.databaseUrl, key, decision: DECISION, by: 'ann' });
  const decider = spawn(process.execPath, [file, job], { stdio: ['ignore', 'ignore', 'ignore'] });
  await waitFor('the decision to wait for the row', async () => {
    const text = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = $1";
    return (await stage.pool.query(text, [key])).rowCount === 1;
  });
  return decider;
}
