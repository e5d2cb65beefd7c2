export {
  certifyDeath,
  type DeathCertificate,
  type DeathNotice,
  giveUpStopped,
  lapsedWorkers,
  noteRelease,
  stopRun,
} from './certificates.ts';
export { createJournal, type JournalOptions } from './journal.ts';
export {
  BEAT_MS,
  LEASE_MARGIN_MS,
  LEASE_MS,
  type Lease,
  type LeaseOptions,
  startLease,
  type WorkerRow,
} from './lease.ts';
export { journalMigrations, type MigrateOptions, migrate } from './migrate.ts';
export { type Resolution, type ResolutionDecision, resolveUnknown } from './resolve.ts';
export { deleteSettled, deleteUnusedClaims, type Removal, runsAfter } from './retention.ts';
export { type Db, type Rider, STATEMENTS, type StatementTold } from './statements.ts';
export type {
  Effect,
  Journal,
  JournalTool,
  MoveHook,
  Performed,
  PerformOptions,
  SendContext,
  StoredOutcome,
  TransactionalContext,
} from './types.ts';
export { createUnjournaled } from './unjournaled.ts';
