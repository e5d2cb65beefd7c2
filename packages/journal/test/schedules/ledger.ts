/** What the scheduler itself saw of epochs, beside what the journal says: grants, sends and settles, in order. */
export class Ledger {
  readonly violations: string[] = [];
  #highest = 0;

  /** After each statement of the protocol. */
  executed(worker: string, name: string, values: readonly unknown[], rows: readonly unknown[]): void {
    const row = (rows[0] ?? {}) as { fresh?: boolean; epoch?: number; settled?: boolean };
    if (name === 'intend' && row.fresh === true) this.#highest = Math.max(this.#highest, 1);
    if (name === 'takeover' && row.epoch !== undefined) this.#highest = Math.max(this.#highest, row.epoch);
    if (name !== 'settle' || row.settled !== true) return;
    const epoch = Number(values[1]);
    if (epoch < this.#highest) {
      this.violations.push(`${worker} settled under epoch ${epoch} after epoch ${this.#highest} was granted`);
    }
  }

  /** When a request leaves a worker's process. */
  left(worker: string, epoch: number): void {
    if (this.#highest === 0) this.violations.push(`${worker} sent before any intent was written`);
    if (epoch < this.#highest) {
      this.violations.push(`${worker} sent under epoch ${epoch} after epoch ${this.#highest} was granted`);
    }
  }
}
