export * from './events.ts';
export * from './fields.ts';
export * from './inbox.ts';
export * from './problem.ts';
export * from './run-parts.ts';
export * from './runs.ts';
export * from './workers.ts';
