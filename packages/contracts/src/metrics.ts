/** Metric names. Base units, `_total` on counters, bounded labels: never a run id. */
export const METRICS = {
  resumeLatencySeconds: 'checkpoint_resume_latency_seconds',
  effectsTotal: 'checkpoint_effects_total',
  effectDuplicatesTotal: 'checkpoint_effect_duplicates_total',
  effectUnknownTotal: 'checkpoint_effect_unknown_total',
  inboxItems: 'checkpoint_inbox_items',
  inboxOldestSeconds: 'checkpoint_inbox_oldest_seconds',
  fencedTotal: 'checkpoint_fenced_total',
  podKillsTotal: 'checkpoint_pod_kills_total',
  runsTotal: 'checkpoint_runs_total',
  runDurationSeconds: 'checkpoint_run_duration_seconds',
  journalWriteSeconds: 'checkpoint_journal_write_seconds',
  effectsInFlight: 'checkpoint_effects_in_flight',
  pgPool: {
    total: 'checkpoint_pg_pool_total',
    idle: 'checkpoint_pg_pool_idle',
    waiting: 'checkpoint_pg_pool_waiting',
  },
  workersAlive: 'checkpoint_workers_alive',
  witnessArrivalsTotal: 'checkpoint_witness_arrivals_total',
  witnessApplicationsTotal: 'checkpoint_witness_applications_total',
} as const;
