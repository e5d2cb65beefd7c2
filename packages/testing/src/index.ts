export { type TestCluster, testCluster } from './cluster.ts';
export { createTestDatabase, type TestDatabase } from './database.ts';
export type { Kind } from './migrations.ts';
export { testTemporal } from './temporal.ts';
export { startTlsFront, TLS_FRONT_NAME, type TlsFront } from './tls-front.ts';
export { type WaitOptions, waitFor } from './wait-for.ts';
