export { type Checked, type CheckOptions, checkMonitoring } from './check/check.ts';
export { openPrometheus, type Prometheus } from './check/prometheus.ts';
