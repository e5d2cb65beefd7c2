/** The cells of `make test`: each delivery class, each crash point and each kind of crash at least once. */
import { CELLS, type Cell, cellId } from './cells.ts';

const CHOSEN: ReadonlySet<string> = new Set([
  'before-intend-killed-certificate-unrepeatable',
  'claim-killed-certificate-keyed',
  'after-intend-killed-certificate-transactional',
  'check-killed-certificate-probed',
  'before-send-killed-certificate-unrepeatable',
  'mid-send-killed-certificate-keyed',
  'after-send-killed-certificate-transactional',
  'after-send-killed-certificate-idempotent',
  'after-send-killed-certificate-keyed',
  'after-send-killed-certificate-probed',
  'after-send-killed-certificate-unrepeatable',
  'after-send-killed-lease-keyed',
  'after-settle-killed-certificate-unrepeatable',
  'takeover-killed-certificate-probed',
  'probe-killed-certificate-probed',
  'resolution-killed-itself-unrepeatable',
  'check-frozen-lease-keyed',
  'mid-send-frozen-lease-unrepeatable',
  'after-send-frozen-certificate-idempotent',
  'after-send-frozen-lease-transactional',
  'after-send-connection-silent-lease-probed',
  'after-send-answers-lost-lease-transactional',
  'before-intend-answers-lost-lease-unrepeatable',
  'mid-send-answer-dropped-itself-probed',
  'mid-send-answer-500-itself-unrepeatable',
  'after-send-postgres-stopped-itself-transactional',
  'after-send-postgres-stopped-itself-unrepeatable',
]);

export const SHORT: readonly Cell[] = CELLS.filter((cell) => CHOSEN.has(cellId(cell)));

/** Names that no cell has: a renamed cell must not fall out of the short form unseen. */
export const UNKNOWN: readonly string[] = [...CHOSEN].filter(
  (id) => !CELLS.some((cell) => cellId(cell) === id),
);
