import type pg from 'pg';
import { cpuSince, treeCpu } from '../lib/cpu.ts';
import type { BenchServers } from '../lib/servers.ts';

/** What was used between two looks: CPU in milliseconds, the rest as counts and bytes. */
export interface Usage {
  readonly workerCpuMs: number;
  readonly temporalCpuMs: number;
  readonly postgresCpuMs: number;
  /** Statements that the worker sent, which is also its round trips and its commits: each is a transaction. */
  readonly productCommits: number;
  readonly temporalCommits: number;
  readonly walBytes: number;
}

const COUNTERS = `
  SELECT datname AS name, xact_commit::float8 AS commits, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal
  FROM pg_stat_database WHERE datname IN ('bench_product', 'temporal')`;

/** Milliseconds until the connections have told Postgres of their last commits: it counts once a second. */
const COUNTED_AFTER_MS = 1_100;

/** Looks at all counters. The wait lets the counts of the last second arrive. */
export async function look(servers: BenchServers, admin: pg.Pool, workerPid: number) {
  const cpu = {
    worker: treeCpu(workerPid),
    temporal: treeCpu(servers.temporalPid ?? 0),
    postgres: treeCpu(servers.postgresPid),
  };
  await new Promise((resolve) => setTimeout(resolve, COUNTED_AFTER_MS));
  const { rows } = await admin.query<{ name: string; commits: number; wal: number }>(COUNTERS);
  const commits = (name: string): number => rows.find((row) => row.name === name)?.commits ?? 0;
  return { cpu, product: commits('bench_product'), temporal: commits('temporal'), wal: rows[0]?.wal ?? 0 };
}
export type Look = Awaited<ReturnType<typeof look>>;

export function usage(before: Look, after: Look): Usage {
  const ms = (name: keyof Look['cpu']): number => {
    const { user, system } = cpuSince(before.cpu[name], after.cpu[name]);
    return 1000 * (user + system);
  };
  return {
    workerCpuMs: ms('worker'),
    temporalCpuMs: ms('temporal'),
    postgresCpuMs: ms('postgres'),
    productCommits: after.product - before.product,
    temporalCommits: after.temporal - before.temporal,
    walBytes: after.wal - before.wal,
  };
}

export function perStep(all: readonly Usage[], steps: number): Usage {
  const names = Object.keys(all[0] ?? {}) as (keyof Usage)[];
  const mean = (name: keyof Usage) => all.reduce((sum, each) => sum + each[name], 0) / steps;
  return Object.fromEntries(names.map((name) => [name, Number(mean(name).toFixed(2))])) as unknown as Usage;
}
