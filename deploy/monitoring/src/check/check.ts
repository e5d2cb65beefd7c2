import { type Alert, readAlerts } from './alerts.ts';
import { type Dashboard, type DashboardQuery, filledIn, queriesOf, readDashboards } from './dashboards.ts';
import type { Found, Prometheus } from './prometheus.ts';
import { condition } from './promql.ts';

export interface CheckOptions {
  readonly prometheus: Prometheus;
  /** Namespace of the installation that is looked at. */
  readonly namespace: string;
  /** How far back the dashboard is looked at, seconds: no further than the demonstration that filled it. */
  readonly rangeSeconds: number;
  readonly dashboards?: readonly Dashboard[];
  readonly alerts?: readonly Alert[];
}

export interface Checked {
  readonly what: string;
  readonly ok: boolean;
  /** What was seen. */
  readonly seen: string;
}

/** Between two samples, seconds. */
const STEP_SECONDS = 15;
/** Four scrapes of the slowest that we install, as Grafana would choose. */
const RATE_INTERVAL = '1m';

/**
 * Asks a live Prometheus every query of every dashboard and every alert. A query that errs or has no number fails: an
 * empty panel and a panel of zeros look alike, and an alert without a signal never fires.
 */
export async function checkMonitoring(options: CheckOptions): Promise<Checked[]> {
  const { dashboards = readDashboards(), alerts = readAlerts() } = options;
  const checked: Checked[] = [];
  for (const query of dashboards.flatMap(queriesOf)) checked.push(await checkQuery(query, options));
  for (const alert of alerts) checked.push(await checkAlert(alert, options));
  return checked;
}

async function checkQuery(query: DashboardQuery, options: CheckOptions): Promise<Checked> {
  const { prometheus, namespace, rangeSeconds } = options;
  return await judged(`panel: ${query.place}`, async () => {
    const variables = { namespace, range: `${rangeSeconds}s`, rateInterval: RATE_INTERVAL };
    const expr = filledIn(query.expr, variables);
    if (query.kind === 'instant') return numbersIn(await prometheus.query(expr));
    const found = await prometheus.queryRange(expr, rangeSeconds, STEP_SECONDS);
    // An annotation is made of moments: its expression without the comparison must have a value.
    if (query.kind === 'range') return numbersIn(found);
    const happened = found.reduce((sum, { numbers }) => sum + numbers.length, 0);
    const signal = condition(expr)?.signal ?? expr;
    const { ok, seen } = numbersIn(await prometheus.queryRange(signal, rangeSeconds, STEP_SECONDS));
    return { ok, seen: `${seen}; shown ${happened} times` };
  });
}

async function checkAlert({ alert, expr }: Alert, { prometheus, namespace }: CheckOptions): Promise<Checked> {
  return await judged(`alert: ${alert}`, async () => {
    const parts = condition(expr);
    if (parts === undefined) return { ok: false, seen: 'is not <signal> <comparison> <number>' };
    const signal = ofNamespace(await prometheus.query(parts.signal), namespace);
    const fires = ofNamespace(await prometheus.query(expr), namespace);
    const values = signal.flatMap(({ numbers }) => numbers).map(shown);
    const now = fires.length > 0 ? 'holds now' : 'does not hold';
    return {
      ok: signal.length > 0,
      seen: `signal ${values.join(', ') || 'empty'}; ${parts.comparison} ${now}`,
    };
  });
}

const ofNamespace = (found: readonly Found[], namespace: string) =>
  found.filter(({ labels }) => labels.namespace === namespace);

function numbersIn(found: readonly Found[]): { ok: boolean; seen: string } {
  const numbers = found.flatMap((series) => series.numbers).filter((number) => !Number.isNaN(number));
  if (numbers.length === 0) return { ok: false, seen: found.length === 0 ? 'no series' : 'no number' };
  const last = found.slice(0, MAX_SHOWN).map((series) => shown(series.numbers.at(-1) ?? Number.NaN));
  const more = found.length > MAX_SHOWN ? `, and ${found.length - MAX_SHOWN} more` : '';
  return { ok: true, seen: `${last.join(', ')}${more}` };
}

/** Series of which a line shows the latest number. */
const MAX_SHOWN = 4;

function shown(number: number): string {
  return Number.isNaN(number) ? 'NaN' : String(Number(number.toPrecision(4)));
}

async function judged(what: string, judge: () => Promise<{ ok: boolean; seen: string }>): Promise<Checked> {
  try {
    return { what, ...(await judge()) };
  } catch (thrown) {
    return { what, ok: false, seen: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
