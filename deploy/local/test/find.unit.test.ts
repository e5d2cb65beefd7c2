import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { binariesFolder, findBinary } from '../src/temporal/find.ts';

const folder = mkdtempSync(join(tmpdir(), 'find-'));
after(() => rmSync(folder, { recursive: true }));

/** A program that answers `--version` as the real one does. */
function program(path: string, version: string): string {
  mkdirSync(path, { recursive: true });
  const file = join(path, 'temporal-server');
  writeFileSync(file, `#!/bin/sh\necho "temporal version ${version}"\n`);
  chmodSync(file, 0o755);
  return file;
}

test('finds a binary in the cache before one on PATH', () => {
  const cached = program(binariesFolder(join(folder, 'cache')), '1.32.1');
  const path = join(folder, 'right');
  const onPath = program(path, '1.32.1');
  assert.equal(findBinary('temporal-server', join(folder, 'cache'), path), cached);
  assert.equal(findBinary('temporal-server', join(folder, 'empty'), path), onPath);
});

test('passes over a binary of another version on PATH', () => {
  const wrong = join(folder, 'wrong');
  program(wrong, '1.29.0');
  assert.equal(findBinary('temporal-server', join(folder, 'empty'), wrong), undefined);
});

test('passes over a file that cannot be run', () => {
  const path = join(folder, 'plain');
  chmodSync(program(path, '1.32.1'), 0o644);
  assert.equal(findBinary('temporal-server', join(folder, 'empty'), path), undefined);
});
