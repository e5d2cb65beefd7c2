import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** What a worker of an example needs to know. */
export interface ExampleConfig {
  /** A database with the journal's tables (`journalMigrations`). */
  readonly databaseUrl: string;
  readonly providerUrl: string;
  readonly temporal: { readonly address: string; readonly namespace: string; readonly taskQueue: string };
  /** Drawn anew by each process: `<host>/<boot id>` is a worker id that no other process ever has. */
  readonly bootId: string;
}

const Environment = z.object({
  DATABASE_URL: z.string(),
  PROVIDER_URL: z.url(),
  TEMPORAL_ADDRESS: z.string().default('127.0.0.1:7233'),
  TEMPORAL_NAMESPACE: z.string().default('default'),
});

/** Reads the environment. Throws a ZodError that names what is missing. */
export function readConfig(taskQueue: string): ExampleConfig {
  const given = Environment.parse(process.env);
  return {
    databaseUrl: given.DATABASE_URL,
    providerUrl: given.PROVIDER_URL,
    temporal: { address: given.TEMPORAL_ADDRESS, namespace: given.TEMPORAL_NAMESPACE, taskQueue },
    bootId: randomUUID(),
  };
}
