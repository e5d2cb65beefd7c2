/** Where cells are played: a journal database, the witness, victims, and the worker that comes after them. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DeliveryClass,
  effectKey,
  RetryableError,
  UnknownOutcomeError,
  WorkerId,
} from '@checkpoint/contracts';
import pg from 'pg';
import {
  certifyDeath,
  createJournal,
  type Effect,
  type Lease,
  type Performed,
  resolveUnknown,
  startLease,
} from '../../src/index.ts';
import { type ToolOptions, toolOf } from './tools.ts';
import { Victim } from './victim.ts';
import { startWitness, type Witness } from './witness.ts';

/** Short, so that a cell waits little; the ratio of the beats is that of production. Milliseconds. */
const LEASE_MS = 1_800;
const BEAT_MS = 500;
/** Milliseconds of one attempt: longer than a cell holds it, shorter where recovery waits for its end. */
const TIMEOUT_MS = 10_000;
const PROBED_TIMEOUT_MS = 2_500;
/** Milliseconds for everything that the next worker has to wait for: a lease, a deadline, a settle window. */
const NEXT_WITHIN_MS = 30_000;
const RETRY_MS = 100;
const CONNECTIONS = 12;

/** What the next worker was told, and after how long nobody needed to wait any more. */
export type Told = { readonly performed: Performed } | { readonly unknown: string };

export interface Spawned {
  readonly victim: Victim;
  readonly workerId: string;
}

export class Stage {
  readonly pool: pg.Pool;
  readonly witness: Witness;
  readonly databaseUrl: string;
  readonly #lease: Lease;

  private constructor(databaseUrl: string, pool: pg.Pool, witness: Witness, lease: Lease) {
    this.databaseUrl = databaseUrl;
    this.pool = pool;
    this.witness = witness;
    this.#lease = lease;
  }

  /** On a database that has the journal's tables. */
  static async open(databaseUrl: string): Promise<Stage> {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
    // A cell may stop the server; the next statement gets a new connection.
    pool.on('error', () => undefined);
    await pool.query(
      'CREATE TABLE ledger_rows (id bigserial PRIMARY KEY, run_id text, effect_key text, effect_epoch int, document_id text)',
    );
    const witness = await startWitness(databaseUrl);
    const workerId = WorkerId.parse(`next/${randomUUID()}`);
    const worker = { workerId, host: 'next', pid: process.pid, pidStarted: null, buildId: 'matrix' };
    return new Stage(databaseUrl, pool, witness, await startLease({ db: pool, worker }));
  }

  effect(large: boolean): Effect {
    const request = { chargeId: 'ch_1', amountMinor: 1_250, currency: 'EUR', reason: 'damaged' };
    // JSON may be padded: large enough for a claim, and the provider reads the same request.
    const args = JSON.stringify(request) + (large ? ' '.repeat(300 * 1_024) : '');
    return {
      runId: `run-${randomUUID().slice(0, 13)}`,
      step: 1,
      toolUseId: 'call_1',
      tool: 'refund',
      args,
      attempt: 1,
    };
  }

  toolOptions(delivery: DeliveryClass): ToolOptions {
    return {
      witnessUrl: this.witness.url,
      timeoutMs: delivery === 'probed' ? PROBED_TIMEOUT_MS : TIMEOUT_MS,
    };
  }

  spawn(delivery: DeliveryClass, effect: Effect, holdAt?: string, databaseUrl = this.databaseUrl): Spawned {
    const workerId = `victim/${randomUUID()}`;
    const hold = holdAt === undefined ? {} : { holdAt };
    const tool = this.toolOptions(delivery);
    const victim = new Victim({
      databaseUrl,
      workerId,
      delivery,
      effect,
      tool,
      ...hold,
      leaseMs: LEASE_MS,
      beatMs: BEAT_MS,
    });
    return { victim, workerId };
  }

  /** Another worker performs the effect, again and again until it has an outcome or only a person can say. */
  async next(delivery: DeliveryClass, effect: Effect, overrides: Partial<ToolOptions> = {}): Promise<Told> {
    const journal = createJournal({ pool: this.pool, lease: this.#lease });
    const tool = toolOf(delivery, { ...this.toolOptions(delivery), ...overrides });
    const deadline = performance.now() + NEXT_WITHIN_MS;
    for (let attempt = 10; ; attempt += 1) {
      try {
        return { performed: await journal.perform({ ...effect, attempt }, tool) };
      } catch (thrown) {
        if (thrown instanceof UnknownOutcomeError) return { unknown: thrown.message };
        const again = thrown instanceof RetryableError || isConnectionError(thrown);
        if (!again || performance.now() > deadline) throw thrown;
        await sleep(RETRY_MS);
      }
    }
  }

  async certify(workerId: string, evidence: 'exit' | 'lease_ended'): Promise<void> {
    await certifyDeath(this.pool, { workerId, evidence, issuedBy: 'matrix' });
  }

  async leaseEnded(workerId: string): Promise<boolean> {
    const text = 'SELECT lease_until < now() AS ended FROM workers WHERE worker_id = $1';
    return (await this.pool.query<{ ended: boolean }>(text, [workerId])).rows[0]?.ended === true;
  }

  async state(effect: Effect): Promise<{ state: string; epoch: number }> {
    const { rows } = await this.pool.query('SELECT state, epoch FROM effects WHERE key = $1', [
      effectKey(effect),
    ]);
    return rows[0] ?? { state: 'none', epoch: 0 };
  }

  async attempts(effect: Effect): Promise<string> {
    const text = 'SELECT outcome FROM effect_attempts WHERE key = $1 ORDER BY epoch';
    const { rows } = await this.pool.query<{ outcome: string | null }>(text, [effectKey(effect)]);
    return rows.map(({ outcome }) => outcome ?? 'open').join(', ');
  }

  /** An honest person, who looks at the witness before deciding. */
  async decide(effect: Effect): Promise<void> {
    const key = effectKey(effect);
    const { applications } = await this.witness.counted(key);
    const decision =
      applications > 0
        ? ({ kind: 'happened', providerRef: 'seen at the provider' } as const)
        : ({ kind: 'did_not_happen' } as const);
    await resolveUnknown(this.pool, { key, decision, by: 'ann' });
  }

  async close(): Promise<void> {
    this.#lease.stop();
    await this.witness.close();
    await this.pool.end();
  }
}

function isConnectionError(thrown: unknown): boolean {
  const { code = '', message = '' } = thrown as { code?: string; message?: string };
  return /^(ECONN|57P|08)/.test(code) || message.startsWith('Connection terminated');
}
