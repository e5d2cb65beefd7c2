/**
 * Idempotency keys that a request is being worked on under, in this process: from its arrival to its commit. A provider
 * answers a second request under such a key with "in progress". A witness that dies takes its requests with it, so
 * nothing of this need outlive it.
 */
export class InProgress {
  readonly #held = new Set<string>();

  /** Runs the work, or returns undefined, without running it, while other work under the same name runs. */
  async alone<T>(name: readonly string[], work: () => Promise<T>): Promise<T | undefined> {
    const held = JSON.stringify(name);
    if (this.#held.has(held)) return undefined;
    this.#held.add(held);
    try {
      return await work();
    } finally {
      this.#held.delete(held);
    }
  }
}
