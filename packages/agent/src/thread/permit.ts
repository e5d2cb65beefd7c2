/**
 * How long a tool in a thread may still send. It cannot ask the main thread, whose lease is renewed meanwhile, so the
 * main thread writes into memory that both share, and what nobody renews runs out: when the process is frozen, when its
 * machine sleeps, and when the main thread is blocked.
 */
export interface Permit {
  readonly memory: SharedArrayBuffer;
  /** Grants so many milliseconds from now on; `undefined`: no limit, for a tool that only reads. */
  grant(remainingMs: number | undefined): void;
  remainingMs(): number;
  /** Says that the tool's own code runs from now on. */
  begin(): void;
  hasBegun(): boolean;
}

/** Places in the memory. The kernel's monotonic clock is the same in all threads; it stands still while a machine sleeps. */
const UNTIL_MONOTONIC_NS = 0;
const UNTIL_WALL_MS = 1;
const BEGUN = 2;
const PLACES = 3;
const NO_LIMIT = 2n ** 62n;
const NS_PER_MS = 1e6;

/** A permit of its own, or the other side of one. */
export function permitIn(
  memory: SharedArrayBuffer = new SharedArrayBuffer(PLACES * BigInt64Array.BYTES_PER_ELEMENT),
): Permit {
  const places = new BigInt64Array(memory);
  return {
    memory,
    grant(remainingMs) {
      const ms = remainingMs === undefined ? undefined : Math.floor(remainingMs);
      const monotonic = ms === undefined ? NO_LIMIT : process.hrtime.bigint() + BigInt(ms * NS_PER_MS);
      Atomics.store(places, UNTIL_MONOTONIC_NS, monotonic);
      Atomics.store(places, UNTIL_WALL_MS, ms === undefined ? NO_LIMIT : BigInt(Date.now() + ms));
    },
    remainingMs() {
      const monotonic =
        Number(Atomics.load(places, UNTIL_MONOTONIC_NS) - process.hrtime.bigint()) / NS_PER_MS;
      const wall = Number(Atomics.load(places, UNTIL_WALL_MS)) - Date.now();
      return Math.max(0, Math.min(monotonic, wall));
    },
    begin: () => void Atomics.store(places, BEGUN, 1n),
    hasBegun: () => Atomics.load(places, BEGUN) === 1n,
  };
}
