import { cpus, loadavg, totalmem } from 'node:os';

export interface Machine {
  readonly cores: number;
  readonly cpu: string;
  readonly memoryGb: number;
  readonly node: string;
  readonly load1: number;
}

/** What the numbers were taken on. The load average (1 minute) says how busy others kept it. */
export function machine(): Machine {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load1: load1(),
  };
}

export function load1(): number {
  return Number((loadavg()[0] ?? 0).toFixed(2));
}
