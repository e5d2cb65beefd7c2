import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { RetryableError } from '@checkpoint/contracts';
import { waitFor } from '@checkpoint/testing';
import type { LightMyRequestResponse } from 'fastify';
import { toAppError } from '../src/errors.ts';
import { createPool, inTransaction, MAX_CONNECTIONS } from '../src/store/pool.ts';
import { createHarness, type Harness } from './support/harness.ts';

let api: Harness;
before(async () => {
  api = await createHarness();
});
after(() => api.close());

/** A TCP server in front of Postgres, or instead of it. */
async function listen(
  onConnection: (socket: Socket) => void,
): Promise<{ url: string; sockets: Set<Socket>; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const url = new URL(api.config.databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: url.href, sockets, close };
}

function assertAway(response: LightMyRequestResponse): void {
  assert.equal(response.statusCode, 503, response.body);
  assert.equal(response.json().code, 'DATABASE_UNAVAILABLE');
  assert.equal(response.headers['retry-after'], '1');
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8');
}

const READS = [
  '/api/runs',
  '/api/runs/r',
  '/api/runs/r/steps',
  '/api/runs/r/effects',
  '/api/runs/r/artifacts/r:1:call_1/a.txt',
  '/api/runs/r/events',
  '/api/effects/unknown',
  '/api/resumes',
  '/api/workers',
  '/api/agents',
  '/metrics',
];

test('a Postgres that refuses connections is a 503 with Retry-After on every read and on a start', async () => {
  const gone = await listen(() => undefined);
  gone.close();
  const { app } = await api.another({ databaseUrl: gone.url });
  for (const url of READS) {
    assertAway(
      await app.inject({ url, headers: url.endsWith('events') ? { accept: 'text/event-stream' } : {} }),
    );
  }
  const payload = { agent: 'ledger', input: {} };
  assertAway(await app.inject({ method: 'POST', url: '/api/runs', payload }));
  const headers = { 'idempotency-key': 'k' };
  assertAway(await app.inject({ method: 'POST', url: '/api/runs', payload, headers }));
  assertAway(await app.inject({ method: 'POST', url: '/api/runs/r/cancel' }));
  const decided = { decision: { kind: 'did_not_happen' }, by: 'ann' };
  assertAway(await app.inject({ method: 'POST', url: '/api/effects/r:1:c/resolution', payload: decided }));
});

test('a Postgres that is starting up (57P03) is a 503', async () => {
  // The bytes of Postgres's own answer in that state: an ErrorResponse.
  const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + fields.length, 1);
  const starting = await listen((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])));
  });
  const { app } = await api.another({ databaseUrl: starting.url });
  assertAway(await app.inject('/api/runs'));
  starting.close();
});

test('a Postgres that accepts and says nothing is a 503', async () => {
  const silent = await listen(() => undefined);
  const { app } = await api.another({ databaseUrl: silent.url });
  assertAway(await app.inject('/api/runs'));
  silent.close();
});

test('a Postgres that hangs up before it answers is a 503', async () => {
  const rude = await listen((socket) => socket.once('data', () => socket.end()));
  const { app } = await api.another({ databaseUrl: rude.url });
  assertAway(await app.inject('/api/runs'));
  rude.close();
});

/** Holds a read in the middle of its statement, ends its connection, and gives the answer. */
async function cutOff(app: Harness['app'], cut: (pid: number) => unknown): Promise<LightMyRequestResponse> {
  const { pool } = api.database;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE runs IN ACCESS EXCLUSIVE MODE');
    const answer = app.inject('/api/runs');
    const pid = await waitFor('the read to wait for the lock', async () => {
      const { rows } = await pool.query(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'checkpoint-api' AND wait_event_type = 'Lock'`,
      );
      return rows[0]?.pid as number | undefined;
    });
    await cut(pid);
    return await answer;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

test('a statement that an administrator ends (57P01) is a 503, and the next request is answered', async () => {
  const { app } = api;
  assertAway(await cutOff(app, (pid) => api.database.pool.query('SELECT pg_terminate_backend($1)', [pid])));
  assert.equal((await app.inject('/api/runs')).statusCode, 200);
});

for (const [how, cut] of [
  ['is closed', (socket: Socket) => socket.end()],
  ['is reset', (socket: Socket) => socket.resetAndDestroy()],
] as const) {
  test(`a statement whose connection ${how} is a 503, and the next request is answered`, async () => {
    const { hostname, port } = new URL(api.config.databaseUrl);
    const proxy = await listen((socket) => {
      const postgres = connect(Number(port), hostname).on('error', () => undefined);
      socket.pipe(postgres).pipe(socket);
      socket.on('close', () => postgres.destroy());
    });
    const { app } = await api.another({ databaseUrl: proxy.url });
    assertAway(
      await cutOff(app, () => {
        for (const socket of proxy.sockets) cut(socket);
      }),
    );
    assert.equal((await app.inject('/api/runs')).statusCode, 200);
    proxy.close();
  });
}

test('a request that waits in vain for a connection of the pool is a 503', async () => {
  const { pool } = api.database;
  const { app } = await api.another();
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE runs IN ACCESS EXCLUSIVE MODE');
    const waiting = Promise.all(Array.from({ length: MAX_CONNECTIONS }, () => app.inject('/api/runs')));
    await waitFor('every connection to wait for the lock', async () => {
      const { rows } = await pool.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'checkpoint-api' AND wait_event_type = 'Lock'`,
      );
      return rows[0].waiting === MAX_CONNECTIONS;
    });
    assertAway(await app.inject('/api/agents'));
    await holder.query('ROLLBACK');
    for (const { statusCode } of await waiting) assert.equal(statusCode, 200);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});

test('a transaction whose connection broke between two statements is a 503', async () => {
  const { runtime, database } = api;
  const pool = createPool(api.config.databaseUrl, api.log);
  const broken = await inTransaction(pool, async (client) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    // Not `once`, which would listen for the error too and so hide that nobody else does.
    const ended = new Promise<void>((resolve) => client.on('end', resolve));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    await client.query('SELECT 1');
  }).catch((thrown: unknown) => toAppError(thrown));
  assert.ok(broken instanceof RetryableError, String(broken));
  assert.equal(broken.code, 'DATABASE_UNAVAILABLE');
  assert.equal((await pool.query('SELECT 1 AS one')).rows[0].one, 1);
  await pool.end();
  assert.equal((await runtime.app.inject('/api/runs')).statusCode, 200);
});
