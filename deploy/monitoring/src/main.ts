/**
 * `node deploy/monitoring/src/main.ts --prometheus http://127.0.0.1:9095 --namespace checkpoint [--minutes 30]`: asks a
 * live Prometheus every query of the dashboard and of the alerts. One line a query; exits with 1 when one fails.
 */
import { parseArgs } from 'node:util';
import { checkMonitoring } from './check/check.ts';
import { openPrometheus } from './check/prometheus.ts';

const { values } = parseArgs({
  options: {
    prometheus: { type: 'string', default: 'http://127.0.0.1:9095' },
    namespace: { type: 'string', default: 'checkpoint' },
    minutes: { type: 'string', default: '30' },
  },
});
const checked = await checkMonitoring({
  prometheus: openPrometheus(values.prometheus),
  namespace: values.namespace,
  rangeSeconds: Math.max(1, Number(values.minutes)) * 60,
});
for (const { what, ok, seen } of checked) process.stdout.write(`${ok ? '✔' : '✖'} ${what}: ${seen}\n`);
const failed = checked.filter(({ ok }) => !ok).length;
process.stdout.write(`${checked.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 && checked.length > 0 ? 0 : 1;
