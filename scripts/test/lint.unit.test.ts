import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@checkpoint/local';
import { z } from 'zod';

const FIXTURES = join(REPOSITORY, 'lint', 'fixtures');
const BIN = join(REPOSITORY, 'node_modules', '.bin');

/** Runs a linter, whose exit code says that it found something, and parses its JSON. */
function lint<T>(schema: z.ZodType<T>, command: string, args: string[], cwd: string): T {
  const { stdout, stderr } = spawnSync(join(BIN, command), args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  assert.notEqual(stdout, '', `${command} printed nothing: ${stderr}`);
  return schema.parse(JSON.parse(stdout));
}

type Rule = 'floating' | 'misused';
const ruleOf = (text: string): Rule | undefined =>
  /floating/i.test(text) ? 'floating' : /misused/i.test(text) ? 'misused' : undefined;

function byBiome(): [number, Rule][] {
  const Report = z.object({
    diagnostics: z.array(
      z.object({ category: z.string(), location: z.object({ start: z.object({ line: z.int() }) }) }),
    ),
  });
  const args = ['lint', '--reporter=json', '--max-diagnostics=200', 'floating-promises.ts'];
  return lint(Report, 'biome', args, FIXTURES).diagnostics.flatMap(({ category, location }) => {
    const rule = ruleOf(category);
    return rule === undefined ? [] : [[location.start.line, rule]];
  });
}

function byOxlint(): [number, Rule][] {
  const Report = z.object({
    diagnostics: z.array(
      z.object({
        code: z.string(),
        labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
      }),
    ),
  });
  const args = ['--type-aware', '-c', 'oxlint.json', '--format=json', 'floating-promises.ts'];
  return lint(Report, 'oxlint', args, FIXTURES).diagnostics.flatMap(({ code, labels }) => {
    const rule = ruleOf(code);
    const line = labels[0]?.span.line;
    return rule === undefined || line === undefined ? [] : [[line, rule]];
  });
}

test('each floating or misused promise of the fixture is reported, and nothing else of it', () => {
  const lines = readFileSync(join(FIXTURES, 'floating-promises.ts'), 'utf8').split('\n');
  const expected = lines.flatMap((line, index) => {
    const rule = ruleOf(/\/\/ expect (\w+)/.exec(line)?.[1] ?? '');
    return rule === undefined ? [] : [`${index + 1} ${rule}`];
  });
  const reported = new Set([...byBiome(), ...byOxlint()].map(([line, rule]) => `${line} ${rule}`));
  assert.ok(expected.length > 30);
  assert.deepEqual([...reported].sort(byLine), expected);
});

const byLine = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10);

/** What is wrong with each file below lint/fixtures/imports, by the names of the rules. */
const WRONG: Readonly<Record<string, string[]>> = {
  'agents/ledger/imports-journal.ts': ['agents-import-the-agent-package-only'],
  'chaos/checker/src/imports-contracts.ts': ['the-checker-imports-nothing-of-the-product'],
  'chaos/src/imports-journal.ts': ['chaos-imports-contracts-only'],
  'deploy/local/src/imports-api.ts': [
    'nobody-imports-a-service',
    'the-local-stack-starts-services-and-imports-none',
  ],
  'deploy/monitoring/src/imports-journal.ts': ['the-monitoring-knows-contracts-only'],
  'examples/temporal-activity/imports-agent.ts': ['examples-import-journal-and-contracts'],
  'packages/agent/src/imports-example.ts': ['nobody-imports-an-example'],
  'packages/contracts/src/imports-journal.ts': ['contracts-import-nothing-of-ours'],
  'packages/journal/src/cycle-a.ts': ['no-cycles'],
  'packages/journal/src/imports-agent.ts': ['libraries-import-contracts-only'],
  'services/api/src/imports-deeply.ts': ['no-deep-imports-of-packages'],
  'services/api/src/imports-nothing.ts': ['only-what-resolves'],
  'services/api/src/imports-worker.ts': [
    'nobody-imports-a-service',
    'the-api-imports-contracts-journal-telemetry',
  ],
  'services/api/src/recovery/imports-kubernetes.ts': [
    'only-declared-packages',
    'only-the-kubernetes-fleet-speaks-kubernetes',
  ],
  'services/worker/src/workflows/imports-activity.ts': ['workflows-import-contracts-and-types'],
  'services/worker/src/workflows/imports-node.ts': [
    'workflows-import-contracts-and-types',
    'workflows-import-no-node-builtin',
  ],
  'web/src/imports-values.ts': ['the-panel-imports-types-of-contracts-only'],
};

test('each forbidden direction of imports is reported, and each allowed one is not', () => {
  const Report = z.object({
    summary: z.object({
      violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })),
    }),
  });
  const args = ['--config', join(REPOSITORY, '.dependency-cruiser.json'), '--output-type', 'json'];
  const roots = ['packages', 'services', 'agents', 'web', 'chaos', 'deploy', 'examples'];
  const { summary } = lint(Report, 'depcruise', [...args, ...roots], join(FIXTURES, 'imports'));
  const found: Record<string, string[]> = {};
  for (const { from, rule } of summary.violations) found[from] = [...(found[from] ?? []), rule.name].sort();
  assert.deepEqual(found, WRONG);
});
