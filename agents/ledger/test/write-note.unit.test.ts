import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NotSent, Refused } from '@checkpoint/agent';
import { closedPort, httpServer } from '../../test/servers.ts';
import { renderNote } from '../note.ts';
import { writeNote } from '../tools/write-note.ts';
import { booking, effectContext, key, renderContext } from './fixtures.ts';

const note = { ...booking, remark: '' };
const bytes = renderNote(note, renderContext);

test('write_note puts the stored bytes under its run, with key and epoch', async (t) => {
  const seen: { line: string; key: unknown; epoch: unknown; body: string }[] = [];
  const http = await httpServer(t, async (request, response) => {
    const chunks = await request.toArray();
    const { 'x-effect-key': effectKey, 'x-effect-epoch': epoch } = request.headers;
    const line = `${request.method} ${request.url}`;
    seen.push({ line, key: effectKey, epoch, body: Buffer.concat(chunks).toString('utf8') });
    response.end('{}');
  });
  const outcome = await attempt({ http });
  assert.deepEqual(seen, [{ line: 'PUT /files/run-a/001-bakery-hansen.md', key, epoch: '2', body: bytes }]);
  assert.deepEqual(outcome.artifacts, [
    { name: '001-bakery-hansen.md', mediaType: 'text/markdown', content: bytes },
  ]);
});

test('write_note reports a refused connection as not sent', async () => {
  const http = `http://127.0.0.1:${await closedPort()}`;
  await assert.rejects(attempt({ http }), isNotSent(/no connection to 127\.0\.0\.1/));
});

test('write_note reports a name that does not resolve as not sent', async () => {
  await assert.rejects(attempt({ http: 'http://no-such-host.invalid' }), NotSent);
});

test('write_note reports a 4xx as refused for good, with its status', async (t) => {
  const http = await httpServer(t, (_request, response) => response.writeHead(409).end('epoch too old'));
  await assert.rejects(attempt({ http }), (error) => {
    assert.ok(error instanceof Refused);
    assert.deepEqual(error.reason, { status: 409 });
    assert.match(error.message, /answered with 409: epoch too old/);
    return true;
  });
});

for (const status of [408, 429, 500, 503]) {
  test(`write_note leaves a ${status} ambiguous`, async (t) => {
    const http = await httpServer(t, (_request, response) => response.writeHead(status).end());
    await assert.rejects(attempt({ http }), isAmbiguous);
  });
}

test('write_note leaves a connection that drops after the request ambiguous', async (t) => {
  const http = await httpServer(t, async (request) => {
    await request.toArray();
    request.socket.destroy();
  });
  await assert.rejects(attempt({ http }), isAmbiguous);
});

test('write_note leaves an answer that does not come in time ambiguous', async (t) => {
  const http = await httpServer(t, () => {});
  await assert.rejects(attempt({ http }, { remainingMs: () => 100 }), isAmbiguous);
});

test('write_note sends nothing when the time is over or the run is stopping', async (t) => {
  let requests = 0;
  const http = await httpServer(t, (_request, response) => {
    requests += 1;
    response.end();
  });
  await assert.rejects(
    attempt({ http }, { remainingMs: () => 0 }),
    isNotSent(/time of this attempt is over/),
  );
  await assert.rejects(attempt({ http }, { signal: AbortSignal.abort() }), isNotSent(/stopping/));
  assert.equal(requests, 0);
});

function attempt(address: { http: string }, more: Parameters<typeof effectContext>[2] = {}) {
  assert.ok(writeNote.delivery === 'idempotent');
  return writeNote.execute(note, effectContext(bytes, address, more));
}

function isNotSent(message: RegExp) {
  return (error: unknown) => error instanceof NotSent && message.test(error.message);
}

function isAmbiguous(error: unknown): boolean {
  return error instanceof Error && !(error instanceof NotSent) && !(error instanceof Refused);
}
