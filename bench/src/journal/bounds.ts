import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { closedLoop } from '../lib/closed-loop.ts';
import { type Latency, latencyOf } from '../lib/stats.ts';
import { POOL_SIZE } from './world.ts';

/** Bytes that one small commit writes at least: a page of the write-ahead log. */
const LOG_PAGE_BYTES = 8_192;
const SYNCS = 200;

/** Connections of the bare loops; the last is what the journal's pool has. */
const CONNECTIONS = [1, 10, POOL_SIZE] as const;
const COMMITS = 1_500;

/** A row of about the journal's size. */
const BODY = 'x'.repeat(400);

export interface Bounds {
  /** Milliseconds of one write and fdatasync, one after another: what a single commit cannot be faster than. */
  readonly fdatasync: Latency;
  /** Prepared single-row INSERTs into a table without any index, each its own commit. */
  readonly commits: readonly { connections: number; perSecond: number; latency: Latency }[];
  /** Prepared SELECT 1: what the driver and the server's protocol cost without any commit. */
  readonly roundTrips: readonly { connections: number; perSecond: number; latency: Latency }[];
}

/** What this machine allows, whatever the journal does. */
export async function measureBounds(databaseUrl: string, folder: string): Promise<Bounds> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE });
  try {
    await pool.query('CREATE TABLE IF NOT EXISTS bench_commits (body text)');
    const insert = { name: 'commit', text: 'INSERT INTO bench_commits VALUES ($1)', values: [BODY] };
    const look = { name: 'look', text: 'SELECT 1', values: [] };
    const commits = [];
    const roundTrips = [];
    for (const connections of CONNECTIONS) {
      commits.push(await loop(pool, connections, insert));
      roundTrips.push(await loop(pool, connections, look));
    }
    return { fdatasync: syncs(folder), commits, roundTrips };
  } finally {
    await pool.end();
  }
}

async function loop(pool: pg.Pool, connections: number, query: pg.QueryConfig) {
  await closedLoop(connections, POOL_SIZE * 10, () => pool.query(query));
  const batch = await closedLoop(connections, COMMITS, () => pool.query(query));
  const perSecond = Math.round((1000 * COMMITS) / batch.wallMs);
  return { connections, perSecond, latency: latencyOf(batch.samplesMs) };
}

function syncs(folder: string): Latency {
  const file = join(folder, 'sync-probe');
  const page = Buffer.alloc(LOG_PAGE_BYTES);
  const descriptor = openSync(file, 'w');
  const samples: number[] = [];
  try {
    // Written once before, since the log's files are preallocated too: only the data is synced, no new size.
    for (let written = 0; written < SYNCS; written += 1) writeSync(descriptor, page);
    fdatasyncSync(descriptor);
    for (let index = 0; index < SYNCS; index += 1) {
      const begun = performance.now();
      writeSync(descriptor, page, 0, LOG_PAGE_BYTES, index * LOG_PAGE_BYTES);
      fdatasyncSync(descriptor);
      samples.push(performance.now() - begun);
    }
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
  return latencyOf(samples);
}
