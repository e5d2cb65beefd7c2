import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { now } from '../lib/clock.ts';

/** Milliseconds in which changes are gathered before the changed parts are read again. */
const GATHER_MS = 150;

/** A re-read that took t milliseconds is followed by a rest of this many times t, so that long runs stay light. */
const REST_PER_READ = 3;

/**
 * Reads changed parts again: changes are gathered, each part is read once, and the next read waits until this one is
 * done and has rested in proportion to its cost.
 */
export class ChangedParts {
  readonly #client: QueryClient;
  readonly #waiting = new Map<string, QueryKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading = false;
  #closed = false;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Marks parts as changed; they are read soon if the page shows them, and when it shows them otherwise. */
  add(keys: readonly QueryKey[]): void {
    for (const key of keys) this.#waiting.set(hashKey(key), key);
    this.#schedule(GATHER_MS);
  }

  /** Nothing is read any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(delayMs: number): void {
    if (this.#closed || this.#reading || this.#timer !== undefined || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => void this.#read(), delayMs);
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#reading = true;
    const keys = [...this.#waiting.values()];
    this.#waiting.clear();
    const startedAt = now();
    await Promise.allSettled(keys.map((queryKey) => this.#client.invalidateQueries({ queryKey })));
    this.#reading = false;
    this.#schedule(GATHER_MS + REST_PER_READ * (now() - startedAt));
  }
}
