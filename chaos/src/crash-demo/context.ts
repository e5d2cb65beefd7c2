import { randomBytes } from 'node:crypto';
import type { Checks } from './checks.ts';
import type { Cluster } from './cluster.ts';
import type { CrashDemoConfig } from './config.ts';
import type { Kill } from './kills.ts';
import type { Product } from './product.ts';

/** Runs in flight at once, and documents of each: one a step, with a note, a row and a mail. */
export const RUNS = 20;
export const DOCUMENTS = 14;
/** Milliseconds for a pod to be replaced and ready, with images that are on the node. */
export const READY_MS = 120_000;
/** Milliseconds for all runs to end, kills and disasters included, on two busy cores. */
export const ALL_RUNS_MS = 900_000;

export interface CrashDemo {
  readonly config: CrashDemoConfig;
  readonly product: Product;
  readonly cluster: Cluster;
  readonly checks: Checks;
  readonly runIds: readonly string[];
  readonly kills: Kill[];
}

/** Ids that tell the runs of one demo from those of another on the same cluster. */
export function drawRunIds(): string[] {
  const demo = randomBytes(3).toString('hex');
  return Array.from({ length: RUNS }, (_, index) => `crash-${demo}-${String(index + 1).padStart(2, '0')}`);
}
