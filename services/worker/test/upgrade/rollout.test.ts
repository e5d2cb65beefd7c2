/**
 * The three deploys of a patch, walked through on a real server, with the gate before each (docs/runbooks/upgrades.md).
 * Every run is open while the gate looks: it waits for a person, behind a long result.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@checkpoint/testing';
import { bundle } from '../../src/bundle.ts';
import { runGate } from '../../src/replay/gate.ts';
import { sampleLive } from '../../src/replay/live.ts';
import { openRuns, openWith } from '../../src/replay/open-runs.ts';
import { call, scriptedAgent, turn } from '../fixtures/agents.ts';
import { createHarness, type Harness, type Started } from '../fixtures/harness.ts';

const PATCH = 'summarise-long-results';
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const PATCHES = file('../../src/workflows/patches.ts');
const later = (name: string) => ({ [PATCHES]: file(`../versions/later/${name}.ts`) });

let harness: Harness;
let code: Record<'v1' | 'patched' | 'deprecated' | 'removed', string>;
const runs: Record<string, Started> = {};
before(async () => {
  harness = await createHarness();
  code = {
    v1: await bundle(file('../versions/v1/index.ts')),
    patched: await bundle(),
    deprecated: await bundle(undefined, later('deprecated')),
    removed: await bundle(undefined, later('removed')),
  };
});
after(() => harness.close());

/** Deploys a version, and starts a run under it that reads something long and then waits for a person. */
async function deploy(version: keyof typeof code): Promise<void> {
  const workflowBundle = join(mkdtempSync(join(tmpdir(), 'rollout-')), 'workflows.js');
  writeFileSync(workflowBundle, code[version]);
  const script = [
    turn(call('look', { at: 'deep '.repeat(8_000) })),
    turn(call('once', { on: 'a' }, 'call_7')),
    turn(call('finish', { summary: 'x' })),
  ];
  const worker = await harness.work(scriptedAgent(script, { events: [], answers: 0 }), { workflowBundle });
  const started = await harness.start();
  runs[version] = started;
  await waitFor(`the run of ${version} to wait for a person`, async () => {
    const { raw } = await started.handle.describe();
    const unknown = "SELECT 1 FROM effects WHERE run_id = $1 AND state = 'unknown'";
    const { rowCount } = await harness.db.pool.query(unknown, [started.runId]);
    return rowCount === 1 && !raw.pendingWorkflowTask && raw.pendingActivities?.length === 0;
  });
  await worker.stop();
}

async function end(version: keyof typeof code): Promise<void> {
  await runs[version]?.handle.terminate('it has ended');
}

async function gate(version: keyof typeof code): Promise<{ exit: 0 | 1; text: string }> {
  const lines: string[] = [];
  const { histories } = await sampleLive(harness.client, 100, harness.taskQueue);
  const exit = await runGate({ code: code[version] }, histories, (line) => lines.push(line));
  return { exit, text: lines.join('\n') };
}

/** Visibility follows a moment later. */
async function counted(query: string, expected: number): Promise<void> {
  await waitFor(`${expected} runs of: ${query}`, async () => {
    return (await harness.client.workflow.count(query)).count === expected;
  });
}

const all = () => openRuns(harness.taskQueue);
const withPatch = (startedBefore?: Date) =>
  openWith(PATCH, {
    taskQueue: harness.taskQueue,
    ...(startedBefore === undefined ? {} : { startedBefore }),
  });
let deprecatedAt: Date;

test('deploy 1, patched: runs of v1 may be open, and each keeps its path', async () => {
  await deploy('v1');
  await counted(all(), 1);
  assert.equal((await gate('patched')).exit, 0);
  await deploy('patched');
});

test('deploy 2, deprecatePatch, is refused while a run without the patch is open, and the query says how many', async () => {
  await counted(all(), 2);
  await counted(withPatch(), 1);
  const { exit, text } = await gate('deprecated');
  assert.equal(exit, 1);
  assert.match(text, new RegExp(`FAIL .*run ${runs.v1?.runId}, event \\d+ \\w+: .*TMPRL1100`));
  assert.match(text, /1 passed, 1 failed/);
});

test('deploy 2 goes through once these runs have ended', async () => {
  await end('v1');
  await counted(all(), 1);
  assert.equal((await gate('deprecated')).exit, 0);
  deprecatedAt = new Date();
  await deploy('deprecated');
});

test('deploy 3, the removal, is refused while a run that noted the patch for itself is open', async () => {
  await counted(all(), 2);
  await counted(withPatch(deprecatedAt), 1);
  const { exit, text } = await gate('removed');
  assert.equal(exit, 1);
  assert.match(text, new RegExp(`FAIL .*run ${runs.patched?.runId}, .*TMPRL1100`));
  assert.match(text, /1 passed, 1 failed/);
});

test('deploy 3 goes through once these runs have ended', async () => {
  await end('patched');
  await counted(all(), 1);
  await counted(withPatch(deprecatedAt), 0);
  assert.equal((await gate('removed')).exit, 0);
  await deploy('removed');
  await end('removed');
});
