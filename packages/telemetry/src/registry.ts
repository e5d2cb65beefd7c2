import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One series: the values of its labels, and what was read for it. */
export interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** `counts[i]` observations lay at or below `buckets[i]`; `count` and `sum` are of all of them. */
export interface HistogramReading {
  readonly labels: Readonly<Record<string, string>>;
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** A registry of its own for each process, with Node's own metrics in it. */
export function createRegistry(defaultLabels: Readonly<Record<string, string>> = {}): Registry {
  const registry = new Registry();
  registry.setDefaultLabels(defaultLabels);
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** A counter whose value is read from durable records on each scrape, so restarts and replicas cannot count twice. */
export function derivedCounter(
  registry: Registry,
  metric: Described & { readonly read: () => Promise<readonly Reading[]> },
): void {
  const { name, help, labelNames, read } = metric;
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const readings = await read();
      counter.reset();
      for (const reading of readings) counter.inc({ ...reading.labels }, reading.value);
    },
  });
}

/** A gauge that is read on each scrape. */
export function derivedGauge(
  registry: Registry,
  metric: Described & { readonly read: () => Promise<readonly Reading[]> },
): void {
  const { name, help, labelNames, read } = metric;
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      const readings = await read();
      gauge.reset();
      for (const reading of readings) gauge.set({ ...reading.labels }, reading.value);
    },
  });
}

export interface DerivedHistogram extends Described {
  /** Upper bounds in ascending order, without +Inf. */
  readonly buckets: readonly number[];
  readonly read: () => Promise<readonly HistogramReading[]>;
}

/** A histogram whose buckets are counted in the database: prom-client's own can only observe one value at a time. */
export function derivedHistogram(registry: Registry, metric: DerivedHistogram): void {
  const { name, help, buckets, read } = metric;
  const get = async () => ({
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    values: (await read()).flatMap((reading) => series(name, buckets, reading)),
  });
  registry.registerMetric({ name, help, get, reset() {} } as unknown as Metric);
}

function series(name: string, buckets: readonly number[], reading: HistogramReading) {
  const labels = { ...reading.labels };
  return [
    ...buckets.map((le, index) => ({
      metricName: `${name}_bucket`,
      labels: { ...labels, le },
      value: reading.counts[index] ?? 0,
    })),
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: reading.count },
    { metricName: `${name}_sum`, labels, value: reading.sum },
    { metricName: `${name}_count`, labels, value: reading.count },
  ];
}
