/** A worker process of the crash matrix: performs one effect, tries again as Temporal would, and says how it went. */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError, WorkerId } from '@checkpoint/contracts';
import pg from 'pg';
import { createJournal, startLease } from '../../src/index.ts';
import type { Job, Line } from './job.ts';
import { toolOf } from './tools.ts';

/** Milliseconds between two attempts. */
const RETRY_MS = 150;

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const job = JSON.parse((await lines.next()).value ?? '{}') as Job;
const connection = { connectionString: job.databaseUrl };
const pool = new pg.Pool({ ...connection, max: 3 });
// The beats have a connection of their own, as in production.
const beats = new pg.Pool({ ...connection, max: 1 });
// Postgres goes away on purpose; the next statement gets a new connection.
for (const each of [pool, beats]) each.on('error', () => undefined);

// A worker in the middle of its life has connections; a network that falls silent later breaks these.
await pool.query('SELECT 1');
const workerId = WorkerId.parse(job.workerId);
const lease = await startLease({
  db: beats,
  worker: { workerId, host: 'matrix', pid: process.pid, pidStarted: null, buildId: 'matrix' },
  leaseMs: job.leaseMs,
  beatMs: job.beatMs,
});
let held = job.holdAt === undefined;
const journal = createJournal({
  pool,
  lease,
  atMove: async (move) => {
    if (held || move !== job.holdAt) return;
    held = true;
    say({ at: move });
    await lines.next();
  },
});

const tool = toolOf(job.delivery, job.tool);
for (let attempt = job.effect.attempt; ; attempt += 1) {
  try {
    const performed = await journal.perform({ ...job.effect, attempt }, tool);
    const how = performed.fromJournal ? 'from the journal' : 'done';
    say({ attempt: how });
    say({ outcome: performed.output.ok ? how : `${how}: ${performed.output.error.code}` });
    break;
  } catch (thrown) {
    const error = asError(thrown) as Error & { code?: string };
    const code = error.code ?? error.message;
    say({ attempt: code });
    if (['UnknownOutcomeError', 'TerminalError', 'EffectKeyReused', 'InvariantError'].includes(error.name)) {
      say({ outcome: code });
      break;
    }
    await sleep(RETRY_MS);
  }
}
process.exit(0);

/** Written at once, so that the line survives a kill. */
function say(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
