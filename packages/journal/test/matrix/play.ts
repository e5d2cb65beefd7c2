/** Plays one cell: brings a worker to its crash point, lets it happen, and lets the next one go on. */
import { effectKey } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import type { Effect } from '../../src/index.ts';
import type { Cell } from './cells.ts';
import { type Observed, observe } from './observe.ts';
import { startProxy } from './proxy.ts';
import { killDuringResolution } from './resolution.ts';
import type { Spawned, Stage } from './stage.ts';

export async function play(stage: Stage, cell: Cell): Promise<Observed> {
  const effect = stage.effect(cell.point === 'claim');
  switch (cell.who) {
    case 'killed':
      return cell.point === 'resolution'
        ? await killDuringResolution(stage, cell, effect)
        : await killed(stage, cell, effect);
    case 'frozen':
      return await frozen(stage, cell, effect);
    case 'connection-silent':
    case 'answers-lost':
      return await halfOpen(stage, cell, effect);
    case 'answer-dropped':
    case 'answer-500':
      return await answerLost(stage, cell, effect);
    case 'postgres-stopped':
      throw new Error('played in rounds, see postgres.ts');
  }
}

/** A worker that stands at the cell's point. For the points of recovery another one was killed after its send before. */
export async function atPoint(
  stage: Stage,
  cell: Cell,
  effect: Effect,
  databaseUrl?: string,
): Promise<Spawned> {
  if (cell.point === 'takeover' || cell.point === 'probe') {
    const first = stage.spawn(cell.delivery, effect, 'after_send');
    await first.victim.heldAt('after_send');
    await first.victim.kill();
    await stage.certify(first.workerId, 'exit');
  }
  const spawned = stage.spawn(cell.delivery, effect, cell.point, databaseUrl);
  await spawned.victim.heldAt(cell.point);
  return spawned;
}

async function killed(stage: Stage, cell: Cell, effect: Effect): Promise<Observed> {
  const { victim, workerId } = await atPoint(stage, cell, effect);
  await victim.kill();
  if (cell.next === 'certificate') await stage.certify(workerId, 'exit');
  return await observe(stage, cell, effect, await stage.next(cell.delivery, effect));
}

async function frozen(stage: Stage, cell: Cell, effect: Effect): Promise<Observed> {
  const { victim, workerId } = await atPoint(stage, cell, effect);
  const before = victim.attempts.length;
  victim.stop();
  try {
    await waitFor('the end of its lease', () => stage.leaseEnded(workerId), { everyMs: 100 });
    if (cell.next === 'certificate') await stage.certify(workerId, 'lease_ended');
    const told = await stage.next(cell.delivery, effect);
    victim.goOn();
    victim.wake();
    const attempt = await victim.attemptAfter(before);
    // Certified dead it never has a lease again and goes on asking for one; alive it finds what the other one did.
    if (cell.next === 'lease') await victim.outcome();
    return await observe(stage, cell, effect, told, attempt);
  } finally {
    victim.wake();
    await victim.kill();
  }
}

async function halfOpen(stage: Stage, cell: Cell, effect: Effect): Promise<Observed> {
  const proxy = await startProxy(stage.databaseUrl);
  const { victim, workerId } = await atPoint(stage, cell, effect, proxy.url);
  try {
    proxy.fallSilent(cell.who === 'answers-lost' ? 'answers only' : 'both ways');
    victim.goOn();
    await waitFor('the end of its lease', () => stage.leaseEnded(workerId), { everyMs: 100 });
    const told = await stage.next(cell.delivery, effect);
    proxy.heal();
    await victim.outcome();
    return await observe(stage, cell, effect, told, victim.attempts.join(', '));
  } finally {
    await victim.kill();
    await proxy.close();
  }
}

async function answerLost(stage: Stage, cell: Cell, effect: Effect): Promise<Observed> {
  await stage.witness.order({
    kind: cell.delivery === 'idempotent' ? 'file' : 'payment',
    fault: cell.who === 'answer-dropped' ? 'drop_after_commit' : 'fail_after_commit',
    effectKey: effectKey(effect),
  });
  const { victim } = stage.spawn(cell.delivery, effect);
  try {
    await victim.outcome();
    return await observe(
      stage,
      cell,
      effect,
      await stage.next(cell.delivery, effect),
      victim.attempts.join(', '),
    );
  } finally {
    await victim.kill();
  }
}
