/**
 * The outside world of one schedule: a receiver that counts what it was told to do and removes a duplicate only where
 * the delivery class says that the receiver does.
 */
import type { DeliveryClass } from '@checkpoint/contracts';

export interface Request {
  readonly worker: string;
  readonly epoch: number;
  readonly bytes: string;
}

export class Outside {
  readonly arrivals: Request[] = [];
  /** Requests that have left their process and have not arrived yet. */
  readonly inFlight: Request[] = [];
  applications = 0;
  refusing = false;
  /** Requests that left a process. `unrepeatable` allows one, and one more for each decision of a person. */
  sends = 0;
  readonly #delivery: DeliveryClass;
  readonly #keyWindowMs: number;
  #now = 0;
  #keyKnownUntil = -1;
  #content = '';

  constructor(delivery: DeliveryClass, keyWindowMs: number) {
    this.#delivery = delivery;
    this.#keyWindowMs = keyWindowMs;
  }

  arrive(request: Request): void {
    this.arrivals.push(request);
    if (this.refusing) return;
    switch (this.#delivery) {
      case 'idempotent':
        if (this.#content === request.bytes) return;
        this.#content = request.bytes;
        break;
      case 'keyed':
        if (this.#now <= this.#keyKnownUntil) return;
        this.#keyKnownUntil = this.#now + this.#keyWindowMs;
        break;
      default:
    }
    this.applications += 1;
  }

  /** The oldest request on its way arrives. */
  land(): void {
    const request = this.inFlight.shift();
    if (request !== undefined) this.arrive(request);
  }

  /** Milliseconds pass. What was on its way arrives first: that is what a settle window promises. */
  pass(ms: number): void {
    while (this.inFlight.length > 0) this.land();
    this.#now += ms;
  }
}
