/** Numbers drawn from a seed: the same seed gives the same ones. */
export interface Random {
  readonly seed: number;
  /** At least `low`, below `high`. */
  between(low: number, high: number): number;
  /** One of the items. Throws a RangeError for an empty list. */
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: 32 bits of state, enough to place kills and too few for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    between: (low, high) => low + next() * (high - low),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}
