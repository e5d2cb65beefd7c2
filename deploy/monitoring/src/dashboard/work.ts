import { METRICS } from '@checkpoint/contracts';
import { lines, type Row } from './panels.ts';
import { fromRows, grown, percentileFromRows, percentileOf, rateOf, sumOf } from './promql.ts';

/** What the runs do, and what they cost. */
export const work: Row = {
  title: 'Work',
  height: 8,
  panels: [
    lines('Activities by pod', 'Activities that each worker works on.', { unit: 'short', stacked: true }, [
      '{{pod}}',
      sumOf(
        'temporal_worker_task_slots_used',
        ['pod'],
        'service_name="temporal-core-sdk", worker_type="ActivityWorker"',
      ),
    ]),
    lines(
      'Unknown outcomes',
      'Items of the inbox and the age of the oldest; attempts per minute that ended unknown or were fenced out; webhooks that the receiver has not taken.',
      { unit: 'short' },
      ['waiting: {{kind}}', fromRows(METRICS.inboxItems, ['kind'])],
      ['oldest, seconds', `max (${fromRows(METRICS.inboxOldestSeconds, ['kind'])})`],
      ['webhooks not taken', `max (${fromRows(METRICS.webhooksPending)})`],
      ['oldest webhook, seconds', `max (${fromRows(METRICS.webhooksOldestSeconds)})`],
      ['ended unknown', grown(METRICS.effectUnknownTotal, '1m')],
      ['fenced', grown(METRICS.fencedTotal, '1m')],
    ),
    lines('Effects in flight', 'Intended and not settled.', { unit: 'short' }, [
      'in flight',
      fromRows(METRICS.effectsInFlight),
    ]),
    lines(
      'Duration of runs',
      'Of runs that ended in the last 30 minutes, waiting included.',
      { unit: 's' },
      ['p50', percentileFromRows(0.5, METRICS.runDurationSeconds, '30m', 'status')],
      ['p95', percentileFromRows(0.95, METRICS.runDurationSeconds, '30m', 'status')],
    ),
    lines(
      'Tokens',
      'Per minute, of stored answers: an answer that a dead worker got is counted once.',
      { unit: 'short' },
      [
        '{{model}} {{type}}',
        grown(METRICS.modelTokensTotal, '1m', {
          labels: ['provider', 'model', 'type'],
          by: ['model', 'type'],
        }),
      ],
    ),
    lines('Cost', 'US dollars, by the configured prices, since the records begin.', { unit: 'currencyUSD' }, [
      '{{provider}} {{model}}',
      fromRows(METRICS.modelCostUsdTotal, ['provider', 'model']),
    ]),
    lines(
      'Writes of the journal',
      'From sending a write to its commit, 99th percentile by move.',
      { unit: 's' },
      ['{{move}}', percentileOf(0.99, METRICS.journalWriteSeconds, ['move'])],
    ),
    lines(
      'Errors of the journal, and callers that wait for a connection',
      'Statements that failed, per second; callers that wait for a connection to Postgres, by pod.',
      { unit: 'short' },
      ['failed: {{move}}', rateOf(METRICS.journalErrorsTotal, ['move'])],
      ['waiting: {{pod}}', sumOf(METRICS.pgPool.waiting, ['pod'])],
    ),
  ],
};
