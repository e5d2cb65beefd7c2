import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Stack } from '../types.ts';
import type { Checks } from './checks.ts';
import { ApiClient } from './client.ts';

/** What every scene has. */
export interface Demo {
  readonly stack: Stack;
  readonly api: ApiClient;
  readonly checks: Checks;
  readonly db: pg.Pool;
  /** Numbers for the machine-readable copy. */
  readonly numbers: Record<string, unknown>;
  /** An id that tells a person which scene a run belongs to. */
  runId(scene: string): string;
}

export function createDemo(stack: Stack, checks: Checks): Demo {
  return {
    stack,
    checks,
    api: new ApiClient(stack.apiUrl),
    db: new pg.Pool({ connectionString: stack.databaseUrl, max: 2 }),
    numbers: {},
    runId: (scene) => `demo-${scene}-${randomBytes(3).toString('hex')}`,
  };
}

/** Milliseconds in which a run of 30 steps must end, deaths included; a loaded machine has room. */
export const RUN_MS = 120_000;
/** Milliseconds in which a run must reach a hold. */
export const HOLD_MS = 60_000;
