import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '../src/index.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  const log = createLogger({
    service: 'api',
    level: 'info',
    base: { pod: 'p-1' },
    destination: { write: (line: string) => void lines.push(line) },
  });
  write(log);
  return lines.join('');
}

test('a line is JSON with service, base fields, level and time', () => {
  const line = JSON.parse(logged((log) => log.info({ run: 'r-1' }, 'hello')));
  assert.equal(line.service, 'api');
  assert.equal(line.pod, 'p-1');
  assert.equal(line.level, 'info');
  assert.equal(line.run, 'r-1');
  assert.equal(line.msg, 'hello');
  assert.match(line.time, /^\d{4}-\d\d-\d\dT/);
});

test('no secret reaches the log, in a field, in a header or in the password of a URL', () => {
  const text = logged((log) => {
    log.info({ apiKey: 'k-secret', headers: { authorization: 'Bearer b-secret' } }, 'request');
    log.info({ provider: { settings: { token: 't-secret' } } }, 'deep');
    log.error(new Error('cannot reach postgres://me:p-secret@db:5432/x'), 'with postgres://me:p-secret@db/x');
  });
  assert.doesNotMatch(text, /secret"|secret@|Bearer/);
  assert.match(text, /postgres:\/\/me:\[redacted\]@db:5432/);
});
