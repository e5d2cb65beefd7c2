/**
 * The cells of the crash matrix: crash point × who × what happens next × delivery class, as far as they make sense.
 * What is left out is named here too, with the reason; both go into docs/crash-matrix.md.
 */
import { DELIVERY_CLASSES, type DeliveryClass, type Move } from '@checkpoint/contracts';

export type Point = Move | 'resolution';
export type Who =
  | 'killed'
  | 'frozen'
  | 'postgres-stopped'
  | 'connection-silent'
  | 'answers-lost'
  | 'answer-dropped'
  | 'answer-500';
export type Next = 'certificate' | 'lease' | 'itself';

export interface Row {
  readonly point: Point;
  readonly who: Who;
  readonly next: Next;
  readonly classes: readonly DeliveryClass[];
}

export interface Cell extends Omit<Row, 'classes'> {
  readonly delivery: DeliveryClass;
}

export const POINTS: Readonly<Record<Point, string>> = {
  before_intend: 'before intend',
  claim: 'between claim-check and intend',
  after_intend: 'after intend',
  check: 'in the check',
  before_send: 'before send',
  mid_send: 'in the middle of send',
  after_send: 'after send',
  after_settle: 'after settle, before Temporal heard of it',
  takeover: 'during takeover',
  probe: 'during probe',
  resolution: 'during a resolution',
};

export const WHO: Readonly<Record<Who, string>> = {
  killed: 'worker killed (SIGKILL)',
  frozen: 'worker frozen (SIGSTOP), woken after the takeover (SIGCONT)',
  'postgres-stopped': 'Postgres stopped at once (SIGQUIT) and started again',
  'connection-silent': 'connection to Postgres half open: nothing passes',
  'answers-lost': 'connection to Postgres half open: statements pass, answers do not',
  'answer-dropped': 'provider: done, and the connection was cut',
  'answer-500': 'provider: done, and it answered 500',
};

export const NEXT: Readonly<Record<Next, string>> = {
  certificate: 'another worker, with a death certificate',
  lease: 'another worker, after the end of the lease',
  itself: 'the same worker tries again',
};

const SENDING: readonly DeliveryClass[] = ['idempotent', 'keyed', 'probed', 'unrepeatable'];
const rows: Row[] = [];
const add = (
  points: readonly Point[],
  who: Who,
  nexts: readonly Next[],
  classes: readonly DeliveryClass[] = DELIVERY_CLASSES,
): void => {
  for (const point of points) for (const next of nexts) rows.push({ point, who, next, classes });
};

add(
  [
    'before_intend',
    'claim',
    'after_intend',
    'check',
    'before_send',
    'mid_send',
    'after_send',
    'after_settle',
    'takeover',
  ],
  'killed',
  ['certificate', 'lease'],
);
add(['probe'], 'killed', ['certificate', 'lease'], ['probed']);
add(['resolution'], 'killed', ['itself'], SENDING);
add(
  ['before_intend', 'after_intend', 'check', 'before_send', 'mid_send', 'after_send', 'takeover'],
  'frozen',
  ['certificate', 'lease'],
);
add(['after_settle'], 'frozen', ['lease']);
add(['probe'], 'frozen', ['certificate', 'lease'], ['probed']);
add(
  [
    'before_intend',
    'claim',
    'after_intend',
    'check',
    'before_send',
    'mid_send',
    'after_send',
    'after_settle',
    'takeover',
  ],
  'postgres-stopped',
  ['itself'],
);
add(['probe'], 'postgres-stopped', ['itself'], ['probed']);
add(['resolution'], 'postgres-stopped', ['itself'], SENDING);
add(['before_intend', 'after_intend', 'before_send', 'after_send', 'takeover'], 'connection-silent', [
  'lease',
]);
add(['before_intend', 'after_intend', 'before_send', 'after_send', 'takeover'], 'answers-lost', ['lease']);
add(['mid_send'], 'answer-dropped', ['itself'], SENDING);
add(['mid_send'], 'answer-500', ['itself'], SENDING);

export const ROWS: readonly Row[] = rows;

export const LEFT_OUT: readonly (readonly [what: string, why: string])[] = [
  [
    'probe × transactional, idempotent, keyed, unrepeatable',
    'these classes ask nobody: keyed would past its window, and is then probed',
  ],
  ['resolution × transactional', 'effect and settle are one transaction, so its outcome is never unknown'],
  [
    'resolution × worker frozen, connection half open',
    'the decision is one statement of the API, and no worker takes part; killed and stopped cover both of its ends',
  ],
  ['frozen at claim', 'nothing but an unreferenced claim is written: the same as before intend'],
  [
    'frozen at after settle × certificate',
    'the outcome stands; who certifies the death changes nothing that anybody reads',
  ],
  [
    'half open at claim, check, middle of send, after settle, probe',
    'the worker makes no statement there: the next one is that of the point after it, which is a row',
  ],
  [
    'Postgres, connections × another worker with a certificate',
    'the worker lives; the certificate of a live worker is what the frozen rows show',
  ],
  ['provider × other points', 'a provider is met in the send alone'],
  ['provider × transactional', 'its receiver is the journal’s own database: the Postgres rows'],
  [
    'frozen between the last check and the socket',
    'no code runs there, so no test can stop a worker there, and nothing but the receiver can refuse what it sends: docs/guarantees.md',
  ],
];

export const CELLS: readonly Cell[] = ROWS.flatMap(({ classes, ...row }) =>
  classes.map((delivery) => ({ ...row, delivery })),
);

export const rowId = ({ point, who, next }: Omit<Row, 'classes'>): string =>
  `${point}-${who}-${next}`.replaceAll('_', '-');
export const cellId = (cell: Cell): string => `${rowId(cell)}-${cell.delivery}`;
