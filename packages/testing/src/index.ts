export { createTestDatabase, type TestDatabase } from './database.ts';
export type { Kind } from './migrations.ts';
export { testTemporal } from './temporal.ts';
export { type WaitOptions, waitFor } from './wait-for.ts';
