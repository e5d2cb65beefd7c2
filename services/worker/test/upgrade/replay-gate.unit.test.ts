/** The gate on recorded histories, without a server. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { bundle } from '../../src/bundle.ts';
import { runGate } from '../../src/replay/gate.ts';
import { choose } from '../../src/replay/live.ts';
import { encoded, fromStored, type NamedHistory, readStored, toStored } from '../../src/replay/stored.ts';

const FOLDER = fileURLToPath(new URL('../histories/', import.meta.url));
const CHANGED = fileURLToPath(new URL('../versions/later/broken.ts', import.meta.url));
const SUMMARIES = fileURLToPath(new URL('../../src/workflows/summaries.ts', import.meta.url));

Runtime.install({
  logger: new DefaultLogger('ERROR', () => undefined),
  telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
});

let histories: readonly NamedHistory[];
before(async () => {
  histories = await readStored(FOLDER);
});

async function gate(code: string): Promise<{ exit: number; lines: string[] }> {
  const lines: string[] = [];
  const exit = await runGate({ code }, histories, (line) => lines.push(line));
  return { exit, lines };
}

test('every recorded history can go on under the loop as it is', async () => {
  const { exit, lines } = await gate(await bundle());
  assert.deepEqual({ exit, last: lines.at(-1) }, { exit: 0, last: `${histories.length} passed, 0 failed` });
});

test('each past version has a history of each feature and of each agent', () => {
  const names = histories.map(({ name }) => name);
  for (const version of ['v1', 'v2']) {
    for (const rest of [
      ...['ledger-plain', 'refunds-plain', 'scripted-plain', 'scripted-park-and-resolution'],
      ...['scripted-failed-attempt', 'scripted-failed-run', 'scripted-cancellation', 'scripted-worker-death'],
      ...['scripted-continue-as-new-1', 'scripted-continue-as-new-2', 'scripted-long-result'],
    ]) {
      assert.ok(names.includes(`${version}-${rest}`), `${version}-${rest}`);
    }
  }
});

test('a stored history is the same bytes on the wire as what Temporal sent', () => {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    const { about, history } = fromStored(JSON.parse(text));
    const again = fromStored(JSON.parse(JSON.stringify(toStored(about, history)))).history;
    assert.deepEqual(encoded(again), encoded(history), file);
    assert.ok(encoded(history).length > 1_000, file);
  }
});

test('a release that changes the order of commands without a patch is refused, with run, event and cause', async () => {
  const { exit, lines } = await gate(await bundle(undefined, { [SUMMARIES]: CHANGED }));
  assert.equal(exit, 1);
  const refused = lines.find((line) => line.startsWith('FAIL  v1-scripted-plain '));
  assert.match(refused ?? lines.join('\n'), /run run-[0-9a-f]+, event \d+ [A-Z][A-Za-z]+: .*TMPRL1100/);
});

test('the sample of live runs holds the oldest and the newest, and a rare set of patches is not lost', () => {
  const many = Array.from({ length: 1_000 }, (_, at) => ({ at, patches: '' }));
  const chosen = choose([...many, { at: 5_000, patches: 'rare' }], 10);
  assert.equal(chosen.length, 10);
  assert.ok(chosen.some(({ patches }) => patches === 'rare'));
  assert.ok(chosen.some(({ at }) => at === 0));
  assert.ok(chosen.some(({ at }) => at === 999));
});
