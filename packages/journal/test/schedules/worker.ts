/**
 * A worker under a scheduler: it stops before each statement and inside each move that no statement follows at once,
 * and goes on when it is told how. Killed, it never goes on; frozen, its leases end while it stands still.
 */
import {
  type DeliveryClass,
  type Done,
  type Move,
  NotSent,
  type ProbeResult,
  Refused,
  WorkerId,
} from '@checkpoint/contracts';
import type pg from 'pg';
import {
  createJournal,
  type Effect,
  type Journal,
  type JournalTool,
  type Lease,
  type Performed,
  type SendContext,
  startLease,
  type TransactionalContext,
} from '../../src/index.ts';
import { Connection, lost } from './connection.ts';
import type { Ledger } from './ledger.ts';
import type { Outside } from './outside.ts';

/** Far beyond real time, so that no timer of the lease fires by itself. Virtual milliseconds. */
export const LEASE_MS = 600_000;
/** The beat's statement then always waits at its gate until the scheduler lets it through. */
const BEAT_MS = 1;
/** A freeze is longer than a lease and shorter than an attempt may take: then only the lease can stop it. */
export const FREEZE_MS = LEASE_MS + 1_000;
const TIMEOUT_MS = 3 * LEASE_MS;
export const KEY_WINDOW_MS = 6 * LEASE_MS;
/** Longer than an attempt may take, so that no attempt waits in real time until the window has passed. */
const SETTLE_WINDOW_MS = 4 * LEASE_MS;
/** Failures of the tool until the journal gives up on it. */
const MAX_TRIES = 3;

/** How a stopped worker goes on. */
export type How =
  | 'go'
  | 'cut'
  | 'cut-commit'
  | 'fail'
  | 'lose'
  | 'fly'
  | 'error'
  | 'deny'
  | 'unsent'
  | 'blind';
export type PlaceKind = 'statement' | 'settle-in-transaction' | 'move' | 'send' | 'probe';
export interface Place {
  readonly kind: PlaceKind;
  readonly name: string;
}

/** Moves that have code, and no statement, right behind them. */
const STOPS: ReadonlySet<Move> = new Set(['check', 'before_send', 'mid_send']);

export interface Setting {
  readonly pool: pg.Pool;
  readonly delivery: DeliveryClass;
  readonly outside: Outside;
  readonly ledger: Ledger;
}

export type Ending = { readonly performed: Performed } | { readonly error: Error };

export class SimWorker {
  readonly id = WorkerId.parse(`sim/${crypto.randomUUID()}`);
  place: Place | undefined;
  dead = false;
  /** Stands still, or woke and has not beaten since. */
  lapsed = false;
  certified = false;
  running = false;
  readonly name: string;
  readonly setting: Setting;
  readonly connection: Connection;
  #lease: Lease | undefined;
  #journal: Journal | undefined;
  #leaseClockMs = 0;
  #clockMs = 0;
  #resume: ((how: How) => void) | undefined;
  #stirred = Promise.withResolvers<void>();
  #beat = Promise.withResolvers<() => void>();
  #beaten = Promise.withResolvers<void>();
  #answered = false;

  constructor(name: string, setting: Setting) {
    this.name = name;
    this.setting = setting;
    this.connection = new Connection(this);
  }

  async register(): Promise<void> {
    const worker = { workerId: this.id, host: 'sim', pid: 1, pidStarted: null, buildId: 'sim' };
    let registered = false;
    const query = async (statement: pg.QueryConfig) => {
      if (registered) await new Promise<void>((resolve) => this.#beat.resolve(resolve));
      registered = true;
      const result = await this.setting.pool.query(statement);
      this.#beaten.resolve();
      this.#beaten = Promise.withResolvers();
      return result;
    };
    this.#lease = await startLease({
      db: { query } as never,
      worker,
      ...{
        leaseMs: LEASE_MS,
        beatMs: BEAT_MS,
        monotonicMs: () => this.#leaseClockMs,
        wallMs: () => this.#leaseClockMs,
      },
    });
    this.#journal = createJournal({
      pool: this.connection.pool(),
      lease: this.#lease,
      monotonicMs: () => this.#clockMs,
      atMove: async (move) => {
        if (STOPS.has(move)) await this.stop({ kind: 'move', name: move });
      },
    });
  }

  /** Begins an attempt; resolves when the worker has stopped or the attempt has ended. */
  async start(effect: Effect, ended: (ending: Ending) => void): Promise<void> {
    this.running = true;
    this.#stirred = Promise.withResolvers();
    const attempt = this.#journal?.perform(effect, this.#tool()) as Promise<Performed>;
    const end = (ending: Ending): void => {
      this.running = false;
      ended(ending);
      this.#stirred.resolve();
    };
    attempt.then(
      (performed) => end({ performed }),
      (error: Error) => end({ error }),
    );
    await this.#stirred.promise;
  }

  /** Lets the worker go on from where it stands; resolves at its next stop or its end. */
  async goOn(how: How): Promise<void> {
    const resume = this.#resume;
    this.#stirred = Promise.withResolvers();
    this.place = undefined;
    this.#resume = undefined;
    resume?.(how);
    await this.#stirred.promise;
  }

  stop(place: Place): Promise<How> {
    this.place = place;
    this.#stirred.resolve();
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** The kernel ends the process: what it was about to do never happens, its transactions are undone. */
  async kill(requestLeft: boolean): Promise<void> {
    if (requestLeft && !this.#answered) this.#leave();
    this.dead = true;
    this.place = undefined;
    this.running = false;
    this.#lease?.stop();
    await this.connection.die();
  }

  /** Time runs on without the worker. A request that it was sending has left, and its answer waits for it. */
  freeze(): void {
    this.lapsed = true;
    this.pass(FREEZE_MS, true);
    if (this.place?.kind !== 'send' || this.#answered) return;
    this.#leave();
    this.setting.outside.land();
    this.#answered = true;
  }

  pass(ms: number, withLease: boolean): void {
    this.#clockMs += ms;
    if (withLease) this.#leaseClockMs += ms;
  }

  /** A beat gets through: the lease is held again, unless a certificate stands. */
  async beat(): Promise<void> {
    this.lapsed = false;
    // One that had begun before the freeze is too old to give a lease: the next one does.
    while ((this.#lease?.remainingMs() ?? 0) === 0 && !this.certified) {
      const through = await this.#beat.promise;
      this.#beat = Promise.withResolvers();
      const beaten = this.#beaten.promise;
      through();
      await beaten;
      await new Promise(setImmediate);
    }
  }

  retire(): void {
    this.#lease?.stop();
  }

  #epoch = 0;
  #bytes = '';

  #leave(): void {
    const { outside, ledger } = this.setting;
    outside.sends += 1;
    ledger.left(this.name, this.#epoch);
    outside.inFlight.push({ worker: this.name, epoch: this.#epoch, bytes: this.#bytes });
  }

  #tool(): JournalTool {
    const base = {
      maxTries: MAX_TRIES,
      timeoutMs: TIMEOUT_MS,
      send: (context: SendContext) => this.#send(context),
    };
    const probe = async (): Promise<ProbeResult> => {
      const how = await this.stop({ kind: 'probe', name: 'probe' });
      if (how === 'blind') return { kind: 'cannotTell', reason: 'the look-up is down' };
      if (how === 'fail') throw new Error('the look-up did not answer');
      if (this.setting.outside.applications === 0) return { kind: 'absent' };
      return { kind: 'done', value: { done: true }, providerRef: 'ref' };
    };
    const { delivery } = this.setting;
    switch (delivery) {
      case 'transactional':
        return { ...base, delivery, send: (context) => this.#write(context) };
      case 'keyed':
        return { ...base, delivery, keyWindowMs: KEY_WINDOW_MS };
      case 'probed':
        return { ...base, delivery, settleWindowMs: SETTLE_WINDOW_MS, probe };
      default:
        return { ...base, delivery };
    }
  }

  async #write({ client, key, epoch, bytes, at }: TransactionalContext): Promise<Done> {
    this.setting.ledger.left(this.name, epoch);
    await client.query('INSERT INTO outside_rows (key, epoch, body) VALUES ($1, $2, $3)', [
      key,
      epoch,
      bytes,
    ]);
    await at('mid_send');
    return { value: { done: true } };
  }

  /** A tool that sends in two parts: it asks before the second whether it still may. */
  async #send({ epoch, bytes, at, remainingMs }: SendContext): Promise<Done> {
    this.#epoch = epoch;
    this.#bytes = bytes;
    this.#answered = false;
    await at('mid_send');
    if (remainingMs() <= 0) throw new Error('no time is left for the second part');
    const how = await this.stop({ kind: 'send', name: 'send' });
    const { outside } = this.setting;
    if (this.#answered) return { value: { done: true }, providerRef: 'ref' };
    if (how === 'unsent') throw new NotSent('connection refused');
    if (how === 'error') throw new Error('the receiver said 503 and did nothing');
    if (how === 'deny') outside.refusing = true;
    this.#leave();
    if (how === 'fly') throw new Error('no answer within the time-out');
    while (outside.inFlight.length > 0) outside.land();
    if (how === 'lose') throw lost('the answer was lost');
    if (outside.refusing) throw new Refused('the receiver says no');
    return { value: { done: true }, providerRef: 'ref' };
  }
}
