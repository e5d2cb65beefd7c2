/** What can be said about dashboards and alerts without a Prometheus. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { METRICS } from '@checkpoint/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { readAlerts } from '../src/check/alerts.ts';
import { filledIn, panelsOf, queriesOf, readDashboards } from '../src/check/dashboards.ts';
import { condition, faults, metricNames } from '../src/check/promql.ts';
import { checkpointDashboard } from '../src/dashboard/dashboard.ts';
import { DASHBOARD_FILE, PROMETHEUS_CONFIG, RUNBOOKS } from '../src/files.ts';

const dashboards = readDashboards();
const alerts = readAlerts();
const VARIABLES = { namespace: 'n', range: '1h', rateInterval: '1m' };
const queries = dashboards.flatMap(queriesOf);
const everything = [
  ...queries.map(({ place, expr }) => ({ place, expr: filledIn(expr, VARIABLES) })),
  ...alerts.map(({ alert, expr }) => ({ place: alert, expr })),
];

test('the dashboard in the chart is the one that the code describes', () => {
  const said = 'run node deploy/monitoring/src/build.ts';
  assert.equal(
    readFileSync(DASHBOARD_FILE, 'utf8'),
    `${JSON.stringify(checkpointDashboard(), null, 2)}\n`,
    said,
  );
});

test('every query parses, and one that does not is told', () => {
  for (const { place, expr } of everything) assert.deepEqual(faults(expr), [], `${place}: ${expr}`);
  assert.notDeepEqual(faults('sum(rate(x[5m])'), []);
});

test('every metric of ours that a query asks for is one that a process shows', () => {
  const known = new Set(Object.values({ ...METRICS, ...METRICS.pgPool, pgPool: METRICS.pgPool.total }));
  const ours = everything
    .flatMap(({ expr }) => metricNames(expr))
    .filter((name) => name.startsWith('checkpoint_'));
  assert.ok(ours.length > 20);
  for (const name of ours) assert.ok(known.has(name.replace(/_(bucket|count|sum)$/, '') as never), name);
});

test('the other way round: whatever we count is on the dashboard, so that nothing is counted for nobody', () => {
  const shown = new Set(queries.flatMap(({ expr }) => metricNames(filledIn(expr, VARIABLES))));
  const { pgPool, workerInfo, witnessArrivalsTotal, witnessApplicationsTotal, witnessWatched, ...rest } =
    METRICS;
  const names = Object.values(rest);
  const missing = names.filter(
    (name) => ![name, `${name}_bucket`, `${name}_count`].some((it) => shown.has(it)),
  );
  assert.deepEqual(missing, []);
});

test('each panel says in a sentence what it shows, and none names a Prometheus of its own', () => {
  for (const dashboard of dashboards) {
    for (const panel of panelsOf(dashboard))
      assert.match(panel.description ?? '', /^[A-Z0-9].+\.$/, panel.title);
  }
  const uids = [...readFileSync(DASHBOARD_FILE, 'utf8').matchAll(/"uid": "([^"]+)"/g)].map(
    (match) => match[1],
  );
  assert.deepEqual(new Set(uids), new Set(['${' + 'datasource}', 'checkpoint']));
});

test('what comes from rows is taken once: no query adds the API’s replicas up', () => {
  const perProcess = /^checkpoint_(journal_|pg_pool|worker_info)/;
  for (const { place, expr } of everything) {
    for (const name of metricNames(expr).filter(
      (it) => it.startsWith('checkpoint_') && !perProcess.test(it),
    )) {
      for (const [before] of expr.matchAll(
        new RegExp(`[a-z_]+ ?(by \\([^)]*\\) )?\\(\\s*(?=${name}\\b)`, 'g'),
      )) {
        assert.match(before, /^(max|timestamp|sum by \([^)]*instance\))/, `${place}: ${before}${name}`);
      }
    }
  }
});

test('each alert compares a signal with a number, and has a runbook that says what to do', () => {
  assert.ok(alerts.length >= 10);
  for (const { alert, expr, annotations } of alerts) {
    assert.ok(condition(expr), `${alert} is not <signal> <comparison> <number>: ${expr}`);
    assert.equal(annotations.runbook_url, `docs/runbooks/${alert}.md`);
    const runbook = join(RUNBOOKS, `${alert}.md`);
    assert.ok(existsSync(runbook), `${runbook} is missing`);
    const text = readFileSync(runbook, 'utf8');
    for (const part of [`# ${alert}`, '**What it means.**', '**What is at stake.**', '**What to do.**']) {
      assert.ok(text.includes(part), `${runbook} lacks "${part}"`);
    }
  }
});

test('the parts of a condition are told apart, also where the signal itself compares or has parentheses', () => {
  assert.deepEqual(condition('sum(x) > 0'), { signal: 'sum(x)', comparison: '> 0' });
  assert.deepEqual(condition('(a - (b or 0 * c) or 0 * c) > 10'), {
    signal: '(a - (b or 0 * c) or 0 * c)',
    comparison: '> 10',
  });
  assert.equal(condition('sum(x)'), undefined);
  assert.equal(condition('a > b'), undefined);
  assert.equal(condition('a > 1 or b > 1'), undefined);
});

test('the bundled Prometheus’ configuration is what Prometheus reads, and names each target as the queries do', () => {
  const text = readFileSync(PROMETHEUS_CONFIG, 'utf8').replaceAll(/\{\{ [^}]+ \}\}/g, 'given');
  const Config = z.object({
    global: z.object({ scrape_interval: z.string(), evaluation_interval: z.string() }),
    rule_files: z.array(z.string()).min(1),
    scrape_configs: z.array(
      z.object({
        job_name: z.string(),
        relabel_configs: z.array(z.object({ target_label: z.string().optional() })).default([]),
      }),
    ),
  });
  const [pods] = Config.parse(parse(text)).scrape_configs;
  const labels = pods?.relabel_configs.flatMap(({ target_label }) => target_label ?? []);
  assert.deepEqual([...new Set(labels)].sort(), ['job', 'namespace', 'node', 'pod']);
});
