import { round } from '../lib/stats.ts';
import type { World } from './world.ts';

export interface Sizes {
  readonly rows: number;
  /** Bytes a row, the page's overhead included. */
  readonly relations: readonly {
    readonly name: string;
    readonly kind: 'table' | 'index';
    readonly bytesPerRow: number;
  }[];
  readonly bytesPerEffect: number;
  readonly totalGb: number;
}

const SIZES = `
  SELECT c.relname AS name, CASE c.relkind WHEN 'i' THEN 'index' ELSE 'table' END AS kind,
         (CASE c.relkind WHEN 'i' THEN pg_relation_size(c.oid) ELSE pg_table_size(c.oid) END)::float8 AS bytes
  FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
  WHERE coalesce(i.indrelid, c.oid) IN ('effects'::regclass, 'effect_attempts'::regclass)
  ORDER BY coalesce(i.indrelid, c.oid), c.relkind DESC, 3 DESC`;

/** What one settled effect with its one attempt takes on disk. */
export async function measureSizes({ pool }: World, rows: number): Promise<Sizes> {
  const found = await pool.query<{ name: string; kind: 'table' | 'index'; bytes: number }>(SIZES);
  const total = found.rows.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    rows,
    relations: found.rows.map(({ name, kind, bytes }) => ({
      name,
      kind,
      bytesPerRow: round(bytes / rows, 1),
    })),
    bytesPerEffect: Math.round(total / rows),
    totalGb: round(total / 1e9, 2),
  };
}
