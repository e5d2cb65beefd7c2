/** Runs at once, and steps of each (a model call and a tool call a step): ten seconds or so a batch. */
export const RUNS = 50;
export const STEPS = 6;
/** Steps of the run that has the machine for itself: one after another. */
export const SEQUENTIAL_STEPS = 30;
/** Batches of each side, in turn, so that a busy moment of the machine meets all. */
export const ROUNDS = 3;
/** Milliseconds after which a batch is given up: many times what the slowest machine needs. */
export const BATCH_LIMIT_MS = 180_000;
/** Activities of a step on every side. */
export const ACTIVITIES_A_STEP = 2;

export const SIDES = ['bare', 'ours', 'unjournaled'] as const;
/** `bare`: activities that do nothing. `ours`: the product. `unjournaled`: the product with its journal switched off. */
export type Side = (typeof SIDES)[number];
