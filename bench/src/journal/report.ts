import { table } from '../lib/table.ts';
import type { Added } from './added.ts';
import type { Bounds } from './bounds.ts';
import type { Retention } from './retention.ts';
import type { Settled } from './settled.ts';
import type { Sizes } from './sizes.ts';

export interface JournalReport {
  readonly bounds: Bounds;
  readonly added: readonly Added[];
  readonly sizes: Sizes;
  readonly settled: readonly Settled[];
  readonly retention: Retention;
}

export function asText({ bounds, added, sizes, settled, retention }: JournalReport): string {
  return [
    'What the machine allows',
    `one write and fdatasync: ${bounds.fdatasync.p50} ms p50, ${bounds.fdatasync.p99} ms p99`,
    table(
      ['connections', 'commits/s', 'p50 ms', 'SELECT 1/s', 'p50 ms'],
      bounds.commits.map(({ connections, perSecond, latency }, index) => [
        ...[connections, perSecond, latency.p50],
        ...[bounds.roundTrips[index]?.perSecond ?? '', bounds.roundTrips[index]?.latency.p50 ?? ''],
      ]),
    ),
    'What the journal adds (milliseconds)',
    table(
      [
        'send',
        'in flight',
        'bare p50',
        'journaled p50',
        'added p50',
        'added p99',
        'effects/s',
        'node',
        'postgres',
        'WAL',
      ],
      added.map(addedRow),
    ),
    `node and postgres: cores in use. WAL: bytes an effect. The p50 of "added" is over all samples.`,
    `What ${sizes.rows} settled effects take: ${sizes.totalGb} GB, ${sizes.bytesPerEffect} bytes each`,
    table(
      ['relation', 'bytes a row'],
      sizes.relations.map(({ name, kind, bytesPerRow }) => [`${name} (${kind})`, bytesPerRow]),
    ),
    `With ${sizes.rows} settled effects against none (milliseconds)`,
    table(
      ['in flight', 'p50 without', 'p50 with', 'ratio p50', 'ratio p99', 'median of rounds'],
      settled.map(({ inFlight, without, withRows, ratio }) => [
        ...[inFlight, without.p50, withRows.p50, ratio.p50, ratio.p99, ratio.p50OfRounds],
      ]),
    ),
    `Retention removes ${retention.effectsPerSecond} effects a second; meanwhile the p50 at 10 in flight is ${retention.p50Ratio} of what it is otherwise`,
  ].join('\n\n');
}

function addedRow(row: Added): (string | number)[] {
  const { node, postgres } = row.cores;
  return [
    ...[row.send, row.inFlight, row.bare.p50, row.journaled.p50, row.added.p50, row.added.p99],
    ...[
      row.effectsPerSecond,
      (node.user + node.system).toFixed(2),
      (postgres.user + postgres.system).toFixed(2),
    ],
    row.walBytesPerEffect,
  ];
}
