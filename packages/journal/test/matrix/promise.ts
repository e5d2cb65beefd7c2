/** What DESIGN §4 promises in a cell, said without looking at the journal's code. */
import type { Cell, Point } from './cells.ts';

export interface Promised {
  readonly text: string;
  /** Where the effect stands before a person is asked. */
  readonly states: readonly ('applied' | 'unknown')[];
  /** Applications before a person is asked. */
  readonly applications: readonly number[];
  /** What the next worker finds: an outcome of an earlier attempt. */
  readonly fromJournal?: boolean;
  /** What the first worker's own attempt must end with, where it lives. */
  readonly victim?: RegExp;
}

/** No intent was written, so nobody can have sent. */
const BEFORE: ReadonlySet<Point> = new Set(['before_intend', 'claim']);
/** The request has left and has landed; the points of recovery follow a worker that was killed after its send. */
const SENT: ReadonlySet<Point> = new Set(['after_send', 'takeover', 'probe']);

const ONCE = { states: ['applied'], applications: [1] } as const;

export function promised(cell: Cell): Promised {
  const { point, who, delivery } = cell;
  const victim = ofVictim(cell);
  const withVictim = victim === undefined ? {} : { victim };
  if (point === 'resolution') {
    return { ...ONCE, text: 'the decision counts once, whole or not at all; made again, the run goes on' };
  }
  if (point === 'after_settle') {
    return { ...ONCE, ...withVictim, text: 'applied once, the outcome from the journal', fromJournal: true };
  }
  if (delivery !== 'unrepeatable' || (BEFORE.has(point) && who !== 'answers-lost')) {
    return { ...ONCE, ...withVictim, text: 'applied once' };
  }
  if (!(point === 'after_send' && who === 'answers-lost')) return { ...withVictim, ...ofUnrepeatable(cell) };
  return { ...ONCE, ...withVictim, text: 'applied once' };
}

/** What must never be sent twice is asked about, unless it provably never left. */
function ofUnrepeatable({ point, who }: Cell): Promised {
  const text = 'never sent twice: unknown, and a person decides';
  if (SENT.has(point) || who === 'answer-dropped' || who === 'answer-500') {
    return { text, states: ['unknown'], applications: [1] };
  }
  if (who === 'killed' || who === 'frozen' || (point === 'before_intend' && who === 'answers-lost')) {
    return { text, states: ['unknown'], applications: [0] };
  }
  // The worker lives without its database: it sends while its lease lasts, or does not.
  return {
    text: 'never sent twice: applied once, or unknown and a person decides',
    states: ['applied', 'unknown'],
    applications: [0, 1],
  };
}

/** The first attempt of a worker that lived through it, once somebody else had the effect. */
function ofVictim({ point, who }: Cell): RegExp | undefined {
  if (who !== 'frozen') return undefined;
  if (BEFORE.has(point)) return /^(from the journal|LEASE_LOST|EFFECT_UNKNOWN|EFFECT_IN_PROGRESS)$/;
  if (point === 'after_settle') return /^done$/;
  if (point === 'after_send' || point === 'mid_send')
    return /^(EFFECT_FENCED|EFFECT_AMBIGUOUS|EFFECT_NOT_SENT|LEASE_LOST)$/;
  return /^(LEASE_LOST|EFFECT_FENCED|EFFECT_NOT_SENT)$/;
}
