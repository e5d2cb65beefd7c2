/**
 * Queries of the dashboard. Every API replica reads the same rows, so what comes from rows is taken from the highest
 * replica and never added up; what a worker counts about itself is added up (docs/metrics.md).
 */

/** The installation that the reader chose. */
const HERE = 'namespace="$namespace"';

/** How far apart the samples of a subquery are: no closer than anything is scraped. */
const STEP = '15s';

/** A counter or gauge from rows, with these of its labels. */
export function fromRows(metric: string, labels: readonly string[] = [], matchers = ''): string {
  const by = labels.length === 0 ? '' : `by (${labels.join(', ')}) `;
  return `max ${by}(${metric}{${HERE}${matchers === '' ? '' : `, ${matchers}`}})`;
}

/** How much a counter from rows grew in the window. Such a counter never resets, so the maximum may come first. */
export function grown(
  metric: string,
  window: string,
  options: { labels?: readonly string[]; by?: readonly string[]; matchers?: string } = {},
): string {
  const { labels = [], by = [], matchers } = options;
  const sum = by.length === 0 ? 'sum' : `sum by (${by.join(', ')})`;
  return `${sum} (increase(${fromRows(metric, labels, matchers)}[${window}:${STEP}]))`;
}

/**
 * The same of a counter whose events move from one value of a label to another, such as a kill that is first unobserved
 * and then gone: added up inside each replica, where only the sum never falls.
 */
export function grownInAll(metric: string, window: string, labels: readonly string[]): string {
  const inReplica = `sum by (${[...labels, 'instance'].join(', ')}) (${metric}{${HERE}})`;
  return `increase(max by (${labels.join(', ')}) (${inReplica})[${window}:${STEP}])`;
}

/** A percentile of a histogram from rows, over the window. */
export function percentileFromRows(
  quantile: number,
  metric: string,
  window: string,
  label: string,
  matchers = '',
): string {
  const buckets = grown(`${metric}_bucket`, window, { labels: [label, 'le'], by: ['le'], matchers });
  return `histogram_quantile(${quantile}, ${buckets})`;
}

/** What processes count about themselves, added up. */
export function sumOf(metric: string, by: readonly string[] = [], matchers = ''): string {
  return `sum by (${by.join(', ')}) (${metric}{${HERE}${matchers === '' ? '' : `, ${matchers}`}})`;
}

/** The same per second. */
export function rateOf(metric: string, by: readonly string[] = [], matchers = ''): string {
  return `sum by (${by.join(', ')}) (rate(${metric}{${HERE}${matchers === '' ? '' : `, ${matchers}`}}[$__rate_interval]))`;
}

/** A percentile of a histogram that processes keep about themselves. */
export function percentileOf(
  quantile: number,
  metric: string,
  by: readonly string[] = [],
  matchers = '',
): string {
  return `histogram_quantile(${quantile}, ${rateOf(`${metric}_bucket`, [...by, 'le'], matchers)})`;
}

/** A counter that its process makes with its first event counts as 0 before: `present` says who would tell. */
export function orZero(expr: string, present: string): string {
  return `${expr} or 0 * ${present}`;
}
