import { setTimeout as sleep } from 'node:timers/promises';
import { WitnessFault, type WitnessFaultView, type WitnessReceiver } from '@checkpoint/contracts';
import type pg from 'pg';
import type { Identity } from './identity.ts';
import { MAX_FAULTS_LISTED } from './limits.ts';
import { serially } from './reception.ts';
import { run } from './sql.ts';

type FaultRow = { id: string; order: unknown; remaining: number; at: Date };

/** Orders a fault: it is played on the next `times` arrivals that fit, then never again. */
export async function orderFault(pool: pg.Pool, order: WitnessFault): Promise<WitnessFaultView> {
  const [row] = await run<FaultRow>(pool, 'order-fault', [order.kind, JSON.stringify(order), order.times]);
  if (row === undefined) throw new TypeError('order-fault returns one row');
  return view(row);
}

/** Orders of faults, newest first, spent ones included. */
export async function listFaults(pool: pg.Pool): Promise<WitnessFaultView[]> {
  return (await run<FaultRow>(pool, 'list-faults', [MAX_FAULTS_LISTED])).map(view);
}

/** Ends every open order; what was played stays on record. */
export async function clearFaults(pool: pg.Pool): Promise<void> {
  await run(pool, 'clear-faults');
}

function view(row: FaultRow): WitnessFaultView {
  return {
    id: Number(row.id),
    order: WitnessFault.parse(row.order),
    remaining: row.remaining,
    at: row.at.toISOString(),
  };
}

/** A fault that this arrival must suffer, or `NO_FAULT`. */
export interface Play {
  /** Recorded with the arrival. */
  readonly label: string | null;
  /** Set: the arrival is refused with this code and reason. */
  readonly reject: { readonly code: number; readonly reason: string } | null;
  /** To await between the arrival and its commit. */
  beforeCommit(): Promise<void>;
  /** To await after the commit; says how to answer. */
  afterCommit(): Promise<'answer' | 'fail' | 'drop'>;
}

export const NO_FAULT: Play = {
  label: null,
  reject: null,
  beforeCommit: async () => undefined,
  afterCommit: async () => 'answer',
};

/** Takes one turn of the oldest open order that fits. Used only when the configuration allows faults. */
export async function takeFault(pool: pg.Pool, kind: WitnessReceiver, identity: Identity): Promise<Play> {
  const values = [kind, identity.effectKey, identity.runId];
  const [row] = await serially(pool, (client) =>
    run<Pick<FaultRow, 'id' | 'order'>>(client, 'take-fault', values),
  );
  if (row === undefined) return NO_FAULT;
  return play(WitnessFault.parse(row.order), `order ${row.id}`);
}

function play(order: WitnessFault, name: string): Play {
  const label = `${order.fault} (${name})`;
  switch (order.fault) {
    case 'reject':
      return {
        ...NO_FAULT,
        label,
        reject: { code: order.code, reason: `fault: rejected with ${order.code}, ${name}` },
      };
    case 'fail_after_commit':
      return { ...NO_FAULT, label, afterCommit: async () => 'fail' };
    case 'drop_after_commit':
      return { ...NO_FAULT, label, afterCommit: async () => 'drop' };
    case 'delay':
      return order.when === 'before_commit'
        ? { ...NO_FAULT, label, beforeCommit: () => sleep(order.delayMs) }
        : { ...NO_FAULT, label, afterCommit: () => sleep(order.delayMs, 'answer' as const) };
  }
}
