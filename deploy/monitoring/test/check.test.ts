/** The checker against a real Prometheus that scrapes a small server of the test: it must be able to fail. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { waitFor } from '@checkpoint/testing';
import type { Alert } from '../src/check/alerts.ts';
import { type Checked, checkMonitoring } from '../src/check/check.ts';
import type { Dashboard } from '../src/check/dashboards.ts';
import { openPrometheus, type Prometheus } from '../src/check/prometheus.ts';
import { find, withoutPrometheus } from './tools.ts';

const TEXT = [
  '# TYPE things_total counter',
  'things_total{tool="a"} 0',
  '# TYPE wait_seconds histogram',
  'wait_seconds_bucket{le="1"} 0',
  'wait_seconds_bucket{le="+Inf"} 0',
  '',
].join('\n');
const target = createServer((_request, response) => response.end(TEXT));
let folder: string;
let server: ChildProcess | undefined;
let prometheus: Prometheus;

before(async () => {
  if (withoutPrometheus) return;
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  folder = mkdtempSync(join(tmpdir(), 'prometheus-test-'));
  const address = `127.0.0.1:${(target.address() as AddressInfo).port}`;
  const labels = '{ namespace: here }';
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s }\nscrape_configs:\n  - job_name: things\n    static_configs: [{ targets: ["${address}"], labels: ${labels} }]\n`,
  );
  server = spawn(
    find('prometheus') ?? '',
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  prometheus = openPrometheus(`http://127.0.0.1:${port}`);
  await waitFor('three scrapes', async () => {
    const [found] = await prometheus.query('count_over_time(things_total[1m])');
    return (found?.numbers[0] ?? 0) >= 3;
  });
});
after(async () => {
  if (server === undefined) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
  target.close();
  rmSync(folder, { recursive: true });
});

const panel = (expr: string, instant = false) => ({
  title: 'Things',
  type: 'stat',
  targets: [{ refId: 'A', expr, instant }],
  panels: [],
});
const dashboard = (...panels: ReturnType<typeof panel>[]): Dashboard => ({
  uid: 'test',
  title: 'Test',
  panels,
  annotations: {
    list: [{ name: 'Things', expr: 'increase(things_total{namespace="$namespace"}[30s]) > 0' }],
  },
  templating: { list: [{ name: 'namespace', query: { query: 'label_values(things_total, namespace)' } }] },
});
const alert = (expr: string): Alert => ({
  alert: 'CheckpointThings',
  expr,
  labels: { severity: 'warning' },
  annotations: { summary: 's', description: 'd', runbook_url: 'r' },
});

async function check(panels: ReturnType<typeof panel>[], alerts: Alert[] = []): Promise<Checked[]> {
  return await checkMonitoring({
    prometheus,
    namespace: 'here',
    rangeSeconds: 60,
    dashboards: [dashboard(...panels)],
    alerts,
  });
}
const failures = (checked: readonly Checked[]) =>
  checked.filter(({ ok }) => !ok).map(({ what, seen }) => `${what}: ${seen}`);

test('a zero is a value: panels, annotations, variables and silent alerts pass', {
  skip: withoutPrometheus,
}, async () => {
  const checked = await check(
    [
      panel('sum (things_total{namespace="$namespace"})', true),
      panel('rate(things_total{namespace="$namespace"}[$__rate_interval])'),
    ],
    [alert('sum by (namespace) (things_total) > 0')],
  );
  assert.equal(checked.length, 5);
  assert.deepEqual(failures(checked), []);
});

test('a panel whose metric nobody shows fails, by name', { skip: withoutPrometheus }, async () => {
  const checked = await check([panel('sum (thing_totals{namespace="$namespace"})')]);
  assert.deepEqual(failures(checked), ['panel: Test / Things A: no series']);
});

test('a panel of another installation’s numbers fails', { skip: withoutPrometheus }, async () => {
  const checked = await check([panel('sum (things_total{namespace="there"})', true)]);
  assert.deepEqual(failures(checked), ['panel: Test / Things A: no series']);
});

test('a percentile of nothing is no number', { skip: withoutPrometheus }, async () => {
  const checked = await check([
    panel('histogram_quantile(0.99, sum by (le) (rate(wait_seconds_bucket[$__range])))'),
  ]);
  assert.deepEqual(failures(checked), ['panel: Test / Things A: no number']);
});

test('a query that Prometheus does not take fails with its words', { skip: withoutPrometheus }, async () => {
  const [first = ''] = failures(await check([panel('sum (things_total')]));
  assert.match(first, /^panel: Test \/ Things A: bad_data: .*unclosed left parenthesis/);
});

test('an alert that is blind fails, although its expression is as empty as that of a silent one', {
  skip: withoutPrometheus,
}, async () => {
  const blind = alert('sum by (namespace) (thing_totals) > 0');
  assert.deepEqual(failures(await check([], [blind])), [
    'alert: CheckpointThings: signal empty; > 0 does not hold',
  ]);
  const [holding] = (await check([], [alert('sum by (namespace) (things_total) < 1')])).filter(({ what }) =>
    what.startsWith('alert'),
  );
  assert.equal(holding?.seen, 'signal 0; < 1 holds now');
});
