import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { after, test } from 'node:test';
import {
  attemptSpanIdOf,
  createLogger,
  inSpan,
  isTracing,
  runSpanIdOf,
  startAttemptSpan,
  startTracing,
  traceIdOf,
} from '../src/index.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const place = { runId: 'run-1', step: 2, activity: 'tell', attempt: 1 };
const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** Takes connections and never says anything: a collector that hangs. */
async function silent(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return `http://127.0.0.1:${address.port}`;
}

test('every process works out the same ids, and no two things share one', () => {
  assert.equal(traceIdOf('run-1'), traceIdOf('run-1'));
  assert.match(traceIdOf('run-1'), /^[0-9a-f]{32}$/);
  const ids = [
    runSpanIdOf('run-1'),
    runSpanIdOf('run-2'),
    attemptSpanIdOf(place),
    attemptSpanIdOf({ ...place, attempt: 2 }),
    attemptSpanIdOf({ ...place, step: 22 }),
    attemptSpanIdOf({ ...place, activity: 'model' }),
    attemptSpanIdOf({ ...place, runId: 'run-2' }),
  ];
  for (const id of ids) assert.match(id, /^[0-9a-f]{16}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test('without an endpoint nothing is traced, and work runs as it would', async () => {
  const tracing = await startTracing({
    endpoint: undefined,
    service: 's',
    instanceId: 'i',
    sampleRatio: 1,
    log,
  });
  assert.equal(isTracing(), false);
  assert.equal(await inSpan('work', {}, async (span) => span.isRecording()), false);
  await tracing.stop();
});

test('with one, spans have the ids that everybody can work out, and logs name the trace', async () => {
  const endpoint = await silent();
  const lines: string[] = [];
  const spoken = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  });
  const tracing = await startTracing({ endpoint, service: 's', instanceId: 'i', sampleRatio: 1, log });
  const attempt = startAttemptSpan({ ...place, tool: 'tell', workerId: 'w', startMs: Date.now() });
  assert.equal(attempt.spanContext().traceId, traceIdOf('run-1'));
  assert.equal(attempt.spanContext().spanId, attemptSpanIdOf(place));
  attempt.end();

  const inside = await inSpan('work', { under: { runId: 'run-1' } }, async (span) => {
    spoken.info('inside');
    return span.spanContext();
  });
  assert.equal(inside.traceId, traceIdOf('run-1'));
  assert.notEqual(
    inside.spanId,
    attemptSpanIdOf(place),
    'ids are drawn again after a span whose ids were given',
  );
  spoken.info('outside');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).traceId),
    [traceIdOf('run-1'), undefined],
  );

  await assert.rejects(
    inSpan('work', {}, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
  const begunMs = performance.now();
  await tracing.stop();
  assert.ok(performance.now() - begunMs < 2_500, 'a collector that hangs does not hold up a stop');
  assert.equal(isTracing(), false);
});

test('a share of the runs is traced, each whole or not at all', async () => {
  const endpoint = await silent();
  const tracing = await startTracing({ endpoint, service: 's', instanceId: 'i', sampleRatio: 0.5, log });
  const traced = (runId: string, attempt: number) => {
    const span = startAttemptSpan({ ...place, runId, attempt, tool: 'tell', workerId: 'w', startMs: 0 });
    return span.isRecording();
  };
  const runs = Array.from({ length: 200 }, (_, index) => `run-${index}`);
  const whole = runs.filter((runId) => traced(runId, 1));
  assert.ok(whole.length > 50 && whole.length < 150, `${whole.length} of 200`);
  for (const runId of runs) assert.equal(traced(runId, 7), whole.includes(runId));
  await tracing.stop();
});
