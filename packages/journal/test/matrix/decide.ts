/** Stores one decision, as the API does; its connection carries the effect's key as its name, so a test can see it wait. */
import pg from 'pg';
import { type ResolutionDecision, resolveUnknown } from '../../src/index.ts';

const { databaseUrl, key, decision, by } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string;
  key: string;
  decision: ResolutionDecision;
  by: string;
};
const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: key });
await resolveUnknown(pool, { key, decision, by });
await pool.end();
