import { z } from 'zod';

/** A query of a dashboard is answered in milliseconds; one that takes this long is no use on a dashboard, ms. */
const QUERY_TIMEOUT_MS = 10_000;

const Series = z.object({
  metric: z.record(z.string(), z.string()),
  value: z.tuple([z.number(), z.string()]).optional(),
  values: z.array(z.tuple([z.number(), z.string()])).optional(),
});
const Answer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('success'),
    data: z.object({ resultType: z.enum(['vector', 'matrix']), result: z.array(Series) }),
    warnings: z.array(z.string()).default([]),
  }),
  z.object({ status: z.literal('error'), errorType: z.string(), error: z.string() }),
]);

/** One series of an answer, and its numbers. Prometheus writes NaN where a percentile has nothing to go by. */
export interface Found {
  readonly labels: Readonly<Record<string, string>>;
  readonly numbers: readonly number[];
}

export interface Prometheus {
  /** Throws with Prometheus' own words when it does not take the query. */
  query(expr: string): Promise<Found[]>;
  /** Over the last `rangeSeconds`, one number each `stepSeconds`. Throws as `query` does. */
  queryRange(expr: string, rangeSeconds: number, stepSeconds: number): Promise<Found[]>;
}

/** Prometheus at this address, over its HTTP API. */
export function openPrometheus(url: string): Prometheus {
  const ask = async (path: string, parameters: Record<string, string>): Promise<Found[]> => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      body: new URLSearchParams(parameters),
      signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    const answer = Answer.parse(await response.json());
    if (answer.status === 'error') throw new Error(`${answer.errorType}: ${answer.error}`);
    return answer.data.result.map(({ metric, value, values = [] }) => ({
      labels: metric,
      numbers: (value === undefined ? values : [value]).map(([, text]) => Number(text)),
    }));
  };
  return {
    query: (query) => ask('api/v1/query', { query }),
    queryRange: (query, rangeSeconds, stepSeconds) => {
      const end = Date.now() / 1_000;
      return ask('api/v1/query_range', {
        query,
        start: String(end - rangeSeconds),
        end: String(end),
        step: String(stepSeconds),
      });
    },
  };
}
