import { fileURLToPath } from 'node:url';

const CHART = fileURLToPath(new URL('../../helm/checkpoint/', import.meta.url));

/** Where the chart has its dashboards and its alerts. */
export const DASHBOARDS: string = `${CHART}dashboards`;
export const ALERTS: string = `${CHART}alerts`;
export const DASHBOARD_FILE: string = `${DASHBOARDS}/checkpoint.json`;
export const PROMETHEUS_CONFIG: string = `${CHART}files/prometheus/prometheus.yml`;
export const RUNBOOKS: string = fileURLToPath(new URL('../../../docs/runbooks', import.meta.url));
