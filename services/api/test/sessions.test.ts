/** The session stream: a worker's own request, closed by the kernel when its process dies. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import { fastifySSE as sse } from '@fastify/sse';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { sessionRoutes } from '../src/routes/sessions.ts';
import { createSessions } from '../src/sessions/sessions.ts';

const WORKER = 'test/3c9e';

async function serve() {
  const sessions = createSessions();
  const closed: string[] = [];
  sessions.onClosed((workerId) => closed.push(workerId));
  const app = fastify({ forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(sse);
  await app.register(sessionRoutes({ sessions }), { prefix: '/api' });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, sessions, closed, url: `${url}/api/workers/${encodeURIComponent(WORKER)}/session` };
}

/** A process that only holds the session. */
function holder(url: string) {
  const code = `fetch(${JSON.stringify(url)}, { headers: { accept: 'text/event-stream' } }).then((r) => r.text())`;
  return spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
}

test('the death of a worker’s process closes its session, and whoever listens hears of it', async () => {
  const { app, sessions, closed, url } = await serve();
  const child = holder(url);
  await waitFor('the session to be open', () => sessions.since(WORKER));
  child.kill('SIGKILL');
  await once(child, 'exit');
  await waitFor('the end of the session', () => closed.some((id) => id === WORKER));
  assert.equal(sessions.since(WORKER), undefined);
  await app.close();
});

test('a frozen worker keeps its session: a freeze is no death', async () => {
  const { app, sessions, closed, url } = await serve();
  const child = holder(url);
  await waitFor('the session to be open', () => sessions.since(WORKER));
  child.kill('SIGSTOP');
  await fetch(`${url.slice(0, url.indexOf('/api'))}/nothing`);
  assert.equal(closed.length, 0);
  child.kill('SIGKILL');
  await waitFor('the end of the session', () => closed.some((id) => id === WORKER));
  await app.close();
});

test('the end of an older session says nothing about a worker that has connected again', async () => {
  const sessions = createSessions();
  const closed: string[] = [];
  sessions.onClosed((workerId) => closed.push(workerId));
  const closeFirst = sessions.open(WORKER);
  const closeSecond = sessions.open(WORKER);
  closeFirst();
  assert.equal(closed.length, 0);
  assert.notEqual(sessions.since(WORKER), undefined);
  closeSecond();
  assert.deepEqual(closed, [WORKER]);
});
