import { randomUUID } from 'node:crypto';
import { type DeliveryClass, effectKey } from '@checkpoint/contracts';
import { certifyDeath, type Effect, resolveUnknown } from '../../src/index.ts';
import { passTime } from './clock.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { Outside } from './outside.ts';
import { type Ending, type How, KEY_WINDOW_MS, SimWorker } from './worker.ts';

/** Longer than every window, deadline and lease margin of the schedules. Virtual milliseconds. */
const WAIT_MS = 2 * KEY_WINDOW_MS;

/** One effect, its workers, its receiver, and what was told about it. */
export class World {
  readonly lane: Lane;
  readonly delivery: DeliveryClass;
  readonly outside: Outside;
  readonly ledger = new Ledger();
  readonly workers: SimWorker[] = [];
  readonly effect: Effect;
  readonly key: string;
  /** What a caller was told, in order: outcomes as JSON. */
  readonly acknowledged: string[] = [];
  readonly codes: string[] = [];
  current: SimWorker | undefined;
  lastCode: string | undefined;
  /** The run has its outcome: nobody begins another attempt. */
  final = false;
  unknown = false;
  sentAndSettled = 0;
  resends = 0;
  gaveUp = false;
  faults = 0;
  deaths = 0;
  freezes = 0;
  waits = 0;
  #attempt = 0;
  #started = 0;

  constructor(lane: Lane, delivery: DeliveryClass) {
    this.lane = lane;
    this.delivery = delivery;
    this.outside = new Outside(delivery, KEY_WINDOW_MS);
    const runId = `run-${randomUUID().slice(0, 18)}`;
    this.effect = { runId, step: 1, toolUseId: 'call_1', tool: 'sim', args: '{"n":1}', attempt: 1 };
    this.key = effectKey(this.effect);
  }

  async act(action: string): Promise<void> {
    const [verb = '', name = ''] = action.split(' ');
    if (verb === 'start') return await this.#start(name);
    if (verb === 'land') return this.outside.land();
    if (verb === 'wait') return await this.#wait();
    if (verb === 'person' || verb === 'give-up') return await this.#decide(verb);
    const worker = this.workers.find((candidate) => candidate.name === name);
    if (worker === undefined) throw new Error(`no worker ${name}`);
    switch (verb) {
      case 'kill':
      case 'kill-late':
        return await this.#kill(worker, verb === 'kill-late');
      case 'freeze':
        this.freezes += 1;
        worker.freeze();
        return await this.#endLease(worker);
      case 'beat':
        return await worker.beat();
      case 'certify':
        worker.certified = true;
        return void (await certifyDeath(this.lane.pool, {
          ...{ workerId: worker.id, evidence: 'lease_ended', issuedBy: 'scheduler' },
        }));
      default:
        if (verb !== 'go') this.faults += 1;
        this.current = worker;
        return await worker.goOn(verb as How);
    }
  }

  /** Someone who takes part: the next idle worker that can hold a lease, or a new one. */
  nextToStart(names: readonly string[]): string {
    const idle = this.workers.filter((worker) => !worker.dead && !worker.lapsed && !worker.running);
    const fresh = names[this.workers.length];
    if (fresh !== undefined && idle.length === 0) return fresh;
    this.#started += 1;
    return idle[this.#started % Math.max(1, idle.length)]?.name ?? `w${this.workers.length}`;
  }

  /** A receiver that says no does so for good, so it cannot have said yes before. */
  mayDeny(): boolean {
    return this.outside.arrivals.length === 0 && this.outside.inFlight.length === 0;
  }

  async state(): Promise<{ state: string; epoch: number; resolved_by: string | null } | undefined> {
    const text = 'SELECT state, epoch, resolved_by FROM effects WHERE key = $1';
    return (await this.lane.pool.query({ name: 'world_state', text, values: [this.key] })).rows[0];
  }

  async #start(name: string): Promise<void> {
    let worker = this.workers.find((candidate) => candidate.name === name);
    if (worker === undefined) {
      worker = new SimWorker(name, { ...this, pool: this.lane.pool });
      this.workers.push(worker);
      await worker.register();
    }
    this.current = worker;
    this.#attempt += 1;
    await worker.start({ ...this.effect, attempt: this.#attempt }, (ending) => this.#ended(ending));
  }

  #ended(ending: Ending): void {
    if ('performed' in ending) {
      const { output, fromJournal } = ending.performed;
      this.acknowledged.push(JSON.stringify(output));
      this.final = true;
      this.lastCode = undefined;
      if (!fromJournal) this.sentAndSettled += 1;
      return;
    }
    const code = (ending.error as { code?: string }).code ?? ending.error.message;
    this.codes.push(code);
    this.lastCode = code;
    if (code === 'EFFECT_UNKNOWN') this.unknown = true;
  }

  async #kill(worker: SimWorker, requestLeft: boolean): Promise<void> {
    this.deaths += 1;
    await worker.kill(requestLeft);
    await certifyDeath(this.lane.pool, { workerId: worker.id, evidence: 'exit', issuedBy: 'scheduler' });
  }

  async #endLease(worker: SimWorker): Promise<void> {
    const text = "UPDATE workers SET lease_until = clock.now() - interval '1 ms' WHERE worker_id = $1";
    await this.lane.pool.query({ name: 'world_end_lease', text, values: [worker.id] });
  }

  async #wait(): Promise<void> {
    this.waits += 1;
    this.lastCode = undefined;
    const beating = this.workers.filter((worker) => !worker.dead && !worker.lapsed);
    await passTime(
      this.lane.pool,
      WAIT_MS,
      beating.map((worker) => worker.id),
    );
    for (const worker of this.workers) worker.pass(WAIT_MS, worker.lapsed);
    this.outside.pass(WAIT_MS);
  }

  /** An honest person, who waits until nothing is on its way and then looks at the receiver. */
  async #decide(verb: 'person' | 'give-up'): Promise<void> {
    this.unknown = false;
    this.outside.pass(0);
    const happened = (await this.applications()) > 0;
    const decision =
      verb === 'give-up'
        ? ({ kind: 'give_up', reason: 'nobody will find out' } as const)
        : happened
          ? ({ kind: 'happened', providerRef: 'ref', value: { done: true } } as const)
          : ({ kind: 'did_not_happen' } as const);
    try {
      await resolveUnknown(this.lane.pool, { key: this.key, decision, by: 'ann' });
    } catch (error) {
      this.codes.push((error as { code: string }).code);
      return;
    }
    if (decision.kind === 'did_not_happen') this.resends += 1;
    if (decision.kind === 'give_up') this.gaveUp = true;
  }

  async applications(): Promise<number> {
    if (this.delivery !== 'transactional') return this.outside.applications;
    const text = 'SELECT count(*)::int AS n FROM outside_rows WHERE key = $1';
    return (await this.lane.pool.query({ name: 'world_rows', text, values: [this.key] })).rows[0].n;
  }
}
