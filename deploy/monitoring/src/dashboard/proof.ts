import { METRICS } from '@checkpoint/contracts';
import { lines, type Row, stat } from './panels.ts';
import { fromRows, grown, grownInAll, percentileFromRows } from './promql.ts';

const RESUMES = METRICS.resumeLatencySeconds;
const DUPLICATES = METRICS.effectDuplicatesTotal;
const SECONDS = {
  unit: 's',
  steps: [
    [null, 'green'],
    [1, 'orange'],
    [3, 'red'],
  ],
} as const;

/** What the product promises, in numbers. */
export const proof: Row = {
  title: 'The promise',
  height: 5,
  panels: [
    stat(
      'Duplicates',
      'Applications minus distinct effect keys: counted by the receiving side, and by the journal beside it. Must be 0.',
      {
        unit: 'short',
        steps: [
          [null, 'green'],
          [1, 'red'],
        ],
      },
      ['witness', `sum (${fromRows(DUPLICATES, ['kind'], 'detector="witness"')})`],
      ['journal', `sum (${fromRows(DUPLICATES, ['tool'], 'detector="journal"')})`],
    ),
    stat(
      'Resume',
      'From the death of a worker to the start of the next attempt of work it held, over the time shown.',
      { ...SECONDS, decimals: 2 },
      ['p50', percentileFromRows(0.5, RESUMES, '$__range', 'cause')],
      ['p95', percentileFromRows(0.95, RESUMES, '$__range', 'cause')],
      ['p99', percentileFromRows(0.99, RESUMES, '$__range', 'cause')],
    ),
    stat(
      'Kills and deaths',
      'Kills that this product was asked for, and death certificates, whoever killed. Over the time shown.',
      { unit: 'short', decimals: 0 },
      ['kills', `sum (${grownInAll(METRICS.podKillsTotal, '$__range', ['action'])})`],
      [
        'deaths',
        grown(METRICS.workerDeathsTotal, '$__range', { labels: ['cause'], matchers: 'cause!="stopped"' }),
      ],
      ['resumes', grown(`${RESUMES}_count`, '$__range', { labels: ['cause'] })],
    ),
    stat(
      'Now',
      'Runs that have not ended, workers with a running lease, and outcomes that a person has to decide.',
      { unit: 'short' },
      ['runs', fromRows(METRICS.runsOpen)],
      ['workers', fromRows(METRICS.workersAlive)],
      ['unknown', `sum (${fromRows(METRICS.inboxItems, ['kind'])})`],
    ),
  ],
};

/** The same over time, with kills and deaths as annotations. */
export const timeline: Row = {
  title: 'Timeline',
  height: 8,
  panels: [
    lines(
      'Resume latency',
      'Percentiles of five minutes. A gap: nothing died.',
      { unit: 's' },
      ['p50', percentileFromRows(0.5, RESUMES, '5m', 'cause')],
      ['p95', percentileFromRows(0.95, RESUMES, '5m', 'cause')],
      ['p99', percentileFromRows(0.99, RESUMES, '5m', 'cause')],
    ),
    lines(
      'Effects by outcome',
      'Per minute. from_journal: an attempt that got a stored outcome and sent nothing.',
      { unit: 'short' },
      ['{{outcome}}', grown(METRICS.effectsTotal, '1m', { labels: ['tool', 'outcome'], by: ['outcome'] })],
    ),
    lines(
      'Workers',
      'Workers with a running lease, and deaths per minute by their evidence.',
      { unit: 'short' },
      ['alive', fromRows(METRICS.workersAlive)],
      ['died: {{cause}}', grown(METRICS.workerDeathsTotal, '1m', { labels: ['cause'], by: ['cause'] })],
    ),
    lines(
      'Runs',
      'Runs that have not ended, and ends per minute.',
      { unit: 'short' },
      ['open', fromRows(METRICS.runsOpen)],
      [
        '{{status}}',
        grown(METRICS.runsTotal, '1m', { labels: ['status'], by: ['status'], matchers: 'status!="running"' }),
      ],
    ),
  ],
};
