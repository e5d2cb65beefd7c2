import { readFileSync } from 'node:fs';
import { quantile } from '../lib/stats.ts';

const EVERY_MS = 2_000;
/** Share of a process's samples that its start takes: caches fill, code is compiled. */
const WARM = 0.4;
/** A process is flat when its last third lies at most this much above the third before it. */
const GROWTH_SHARE = 0.15;
const GROWTH_MB = 40;
/** Fewer samples than this say nothing about growth. */
const ENOUGH = 15;

export interface Memory {
  readonly name: string;
  readonly samples: number;
  readonly firstMb: number;
  readonly medianMb: number;
  readonly maxMb: number;
  /** Median of the last third over the median of the third before, MB. */
  readonly growthMb: number;
  /** Undefined when there are too few samples. */
  readonly flat: boolean | undefined;
}

/** Samples the resident memory of processes, by name. */
export interface MemoryWatch {
  stop(): readonly Memory[];
}

/** Starts to sample. `processes` says which processes there are now: name → pid. */
export function watchMemory(processes: () => Promise<Readonly<Record<string, number>>>): MemoryWatch {
  const samples = new Map<string, number[]>();
  const sample = async (): Promise<void> => {
    for (const [name, pid] of Object.entries(await processes())) {
      const mb = residentMb(pid);
      if (mb !== undefined) samples.set(name, [...(samples.get(name) ?? []), mb]);
    }
  };
  const timer = setInterval(() => void sample().catch(() => undefined), EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return [...samples].map(([name, values]) => sumUp(name, values));
    },
  };
}

function sumUp(name: string, values: readonly number[]): Memory {
  const warm = values.slice(Math.floor(values.length * WARM));
  const half = Math.floor(warm.length / 2);
  const [before, last] = [medianOf(warm.slice(0, half)), medianOf(warm.slice(half))];
  const growthMb = last - before;
  return {
    ...{ name, samples: values.length, firstMb: values[0] ?? 0, medianMb: medianOf(values) },
    ...{ maxMb: Math.max(...values), growthMb },
    flat: values.length < ENOUGH ? undefined : growthMb <= Math.max(GROWTH_MB, before * GROWTH_SHARE),
  };
}

function medianOf(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** VmRSS of proc(5), in MB. Undefined for a process that has ended. */
function residentMb(pid: number): number | undefined {
  try {
    const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kb === undefined ? undefined : Math.round(Number(kb) / 1024);
  } catch {
    return undefined;
  }
}
