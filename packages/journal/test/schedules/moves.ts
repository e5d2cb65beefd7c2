/**
 * What can happen next in a schedule. Every action has a name, so that a schedule is a list of names: it can be printed,
 * shortened and run again. A name that is not possible where it stands is passed over.
 */
import type { How, PlaceKind, SimWorker } from './worker.ts';
import type { World } from './world.ts';

export type Action = string;

/** Faults of one schedule, so that it ends. */
const MAX_FAULTS = 4;
const MAX_DEATHS = 3;
const MAX_FREEZES = 3;
const MAX_WAITS = 4;
const NAMES = ['a', 'b', 'c'];

const FAULTS: Readonly<Record<PlaceKind, readonly How[]>> = {
  statement: ['cut', 'fail'],
  'settle-in-transaction': ['cut', 'fail', 'cut-commit'],
  move: [],
  send: ['lose', 'fly', 'error', 'deny', 'unsent'],
  probe: ['blind', 'fail'],
};

/** Everything that is possible now, in a fixed order. */
export function possible(world: World): Action[] {
  const actions: Action[] = [];
  for (const worker of world.workers) actions.push(...ofWorker(world, worker));
  const fresh = NAMES[world.workers.length];
  if (fresh !== undefined && !world.final) actions.push(`start ${fresh}`);
  if (world.outside.inFlight.length > 0) actions.push('land');
  if (world.waits < MAX_WAITS && !world.workers.some(isSending)) actions.push('wait');
  if (world.unknown) actions.push('person', 'give-up');
  return actions;
}

/** Between its last check and the socket nothing can stop a process: time does not pass there (docs/guarantees.md). */
function isSending(worker: SimWorker): boolean {
  return worker.place?.kind === 'send' && !worker.lapsed;
}

function ofWorker(world: World, worker: SimWorker): Action[] {
  const { name, place, dead, lapsed, certified } = worker;
  if (dead) return [];
  const actions: Action[] = [];
  if (place !== undefined) {
    actions.push(`go ${name}`);
    if (world.faults < MAX_FAULTS) {
      const faults = FAULTS[place.kind].filter((how) => how !== 'deny' || world.mayDeny());
      if (!(place.kind === 'send' && lapsed)) actions.push(...faults.map((how) => `${how} ${name}`));
    }
    if (!lapsed && !inOpenSettle(worker) && world.freezes < MAX_FREEZES) actions.push(`freeze ${name}`);
  } else if (!worker.running && !world.final) actions.push(`start ${name}`);
  if (lapsed && !certified) actions.push(`beat ${name}`, `certify ${name}`);
  if (world.deaths < MAX_DEATHS) {
    actions.push(`kill ${name}`);
    if (place?.kind === 'send' && !lapsed) actions.push(`kill-late ${name}`);
  }
  return actions;
}

/** A frozen process holds its row locks: who takes over then waits for the server's own time-out, not for us. */
function inOpenSettle(worker: SimWorker): boolean {
  return worker.place?.kind === 'settle-in-transaction';
}

/** What happens when nothing is chosen: one worker runs to its end, then the run goes on until it is quiet. */
export function byDefault(world: World): Action | undefined {
  const standing = world.workers.filter((worker) => worker.place !== undefined);
  const awake = standing.filter((worker) => !worker.lapsed);
  const next = awake.find((worker) => worker === world.current) ?? awake[0];
  if (next !== undefined) return `go ${next.name}`;
  if (!world.final) {
    if (world.unknown) return 'person';
    if (world.lastCode === 'PROBE_TOO_EARLY') return 'wait';
    return `start ${world.nextToStart(NAMES)}`;
  }
  const frozen = standing[0];
  if (frozen !== undefined) return `go ${frozen.name}`;
  return world.outside.inFlight.length > 0 ? 'land' : undefined;
}
