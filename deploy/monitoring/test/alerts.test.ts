/** The alerts by Prometheus' own tool: series go in, alerts come out. The cases are in alerts/*.test.yaml. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readAlerts } from '../src/check/alerts.ts';
import { ALERTS } from '../src/files.ts';
import { find, run, withoutPrometheus } from './tools.ts';

const CASES = fileURLToPath(new URL('./alerts/', import.meta.url));
const FILES = ['journal.test.yaml', 'temporal.test.yaml'];
const promtool = find('promtool') ?? '';

test('each alert fires where it must and is silent where it must be', {
  skip: withoutPrometheus,
}, async () => {
  const { code, output } = await run(promtool, ['test', 'rules', ...FILES], CASES);
  assert.equal(code, 0, output);
});

test('each alert has a case in which it fires', () => {
  const cases = FILES.map((file) => readFileSync(join(CASES, file), 'utf8')).join('\n');
  for (const { alert } of readAlerts()) {
    assert.match(cases, new RegExp(`alertname: ${alert}\\s+exp_alerts:\\s+- exp_labels`), alert);
  }
});

test('rules that are broken in ways that are easy to miss turn the cases red', {
  skip: withoutPrometheus,
}, async () => {
  const rules = readFileSync(join(ALERTS, 'checkpoint.yaml'), 'utf8');
  const breaks: readonly (readonly [string, string])[] = [
    // Replicas added up, or told apart: a new pod's series begins where the records are, and looks like an increase.
    [
      'increase(max by (namespace, detector, tool, kind) (checkpoint_effect',
      'increase(sum by (namespace, detector, tool, kind) (checkpoint_effect',
    ],
    [
      '> 0\n        labels: { severity: critical }\n        annotations:\n          summary: An effect',
      '> 1\n        labels: { severity: critical }\n        annotations:\n          summary: An effect',
    ],
    ['{cause!~"lease_ended|stopped"}', '{cause!~"stopped"}'],
    [
      'failure_reason="NonDeterminismError"} offset 10m)\n              or 0 * sum by (namespace) (temporal_num_pollers{service_name="temporal-core-sdk"})',
      'failure_reason="NonDeterminismError"} offset 10m)',
    ],
    ['RespondActivityTask.+|RecordActivityTaskHeartbeat', 'Respond.+|RecordActivityTaskHeartbeat'],
    ['GrpcMessageTooLarge|PayloadsTooLarge', 'GrpcMessageTooLarge'],
  ];
  const folder = mkdtempSync(join(tmpdir(), 'alerts-test-'));
  for (const [right, wrong] of breaks) {
    assert.ok(rules.includes(right), `the rules no longer have ${right}`);
    writeFileSync(join(folder, 'rules.yaml'), rules.replaceAll(right, wrong));
    for (const file of FILES) {
      const cases = readFileSync(join(CASES, file), 'utf8');
      writeFileSync(join(folder, file), cases.replace(/rule_files: .*/, 'rule_files: [rules.yaml]'));
    }
    const { code } = await run(promtool, ['test', 'rules', ...FILES], folder);
    assert.notEqual(code, 0, `nothing noticed that ${right} became ${wrong}`);
  }
  rmSync(folder, { recursive: true });
});
