export * from './fields.ts';
export * from './problem.ts';
export * from './runs.ts';
export * from './run-parts.ts';
export * from './workers.ts';
export * from './events.ts';
