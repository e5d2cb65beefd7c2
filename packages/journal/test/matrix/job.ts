import type { DeliveryClass } from '@checkpoint/contracts';
import type { Effect } from '../../src/index.ts';
import type { ToolOptions } from './tools.ts';

/** What a worker process of the matrix does. */
export interface Job {
  readonly databaseUrl: string;
  readonly workerId: string;
  readonly delivery: DeliveryClass;
  readonly effect: Effect;
  readonly tool: ToolOptions;
  /** Where it stops, the first time that it gets there, until a line comes in on stdin. */
  readonly holdAt?: string;
  readonly leaseMs: number;
  readonly beatMs: number;
}

/** A line of its stdout: it stands at a move, an attempt has ended, or the effect has its outcome. */
export type Line = { readonly at: string } | { readonly attempt: string } | { readonly outcome: string };
