const whole = new Intl.NumberFormat('en-GB');

/** `12,345`. */
export function count(value: number): string {
  return whole.format(value);
}

/** `1 effect`, `3 effects`. */
export function plural(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** `once`, `twice`, `3 times`. */
export function times(value: number): string {
  if (value === 1) return 'once';
  return value === 2 ? 'twice' : `${count(value)} times`;
}

/** US dollars: cents for amounts of a dollar and more, up to four digits below. */
export function usd(amount: number): string {
  if (amount === 0) return '$0';
  return `$${amount.toFixed(amount >= 1 ? 2 : 4)}`;
}

/** `4.1 kB`, by thousands. */
export function bytes(value: number): string {
  return value < 1_000 ? `${value} B` : `${(value / 1_000).toFixed(1)} kB`;
}

/** Characters that tell ids of one kind apart at a glance. */
const ID_TAIL_CHARS = 8;

/** A worker by its boot id's last characters: the host is the same for many. */
export function shortWorker(workerId: string): string {
  return workerId.slice(workerId.indexOf('/') + 1).slice(-ID_TAIL_CHARS);
}

/** A hash by its first characters. */
export function shortHash(hash: string): string {
  return hash.slice(0, ID_TAIL_CHARS);
}

/** The JSON text of anything, two spaces deep. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null';
}
