import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createRegistry, derivedGauge, serveMetrics, watchEventLoop } from '../src/index.ts';

let isWell = true;
const registry = createRegistry();
const server = await serveMetrics({
  port: 0,
  host: '127.0.0.1',
  registry,
  probes: { '/livez': () => ({ ok: isWell, state: isWell ? 'RUNNING' : 'FAILED' }) },
});
after(() => server.close());
const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

test('serves the registry as Prometheus reads it', async () => {
  const response = await get('/metrics');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  assert.match(await response.text(), /^nodejs_eventloop_lag_seconds /m);
});

test('a probe answers 503 as soon as what it looks at is not well, and says what it saw', async () => {
  assert.equal((await get('/livez')).status, 200);
  isWell = false;
  const response = await get('/livez');
  assert.equal(response.status, 503);
  assert.deepEqual(await response.json(), { ok: false, state: 'FAILED' });
});

test('a scrape that cannot be read is an error of 500, and the server goes on', async () => {
  derivedGauge(registry, {
    name: 'broken',
    help: 'Broken.',
    labelNames: [],
    read: () => Promise.reject(new Error('the database is away')),
  });
  assert.equal((await get('/metrics')).status, 500);
  assert.equal((await get('/nothing')).status, 404);
});

test('a port that is taken is an error, not a silent absence of metrics', async () => {
  await assert.rejects(serveMetrics({ port: server.port, host: '127.0.0.1', registry }), /EADDRINUSE/);
});

test('the median tells a loop that is always late from one that is late once', async () => {
  const watch = watchEventLoop();
  const block = (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until);
  };
  block(300);
  await delay(400);
  assert.ok(watch.medianDelaySeconds() < 0.1, `late once: ${watch.medianDelaySeconds()} s`);
  for (let turn = 0; turn < 60; turn += 1) {
    block(60);
    await delay(1);
  }
  assert.ok(watch.medianDelaySeconds() > 0.05, `always late: ${watch.medianDelaySeconds()} s`);
  watch.stop();
});
