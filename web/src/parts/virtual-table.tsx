import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ScrollRegion } from './scroll-region.tsx';

export interface Column<Row> {
  readonly name: string;
  /** Pixels; columns share what is left over in proportion. */
  readonly width: number;
  readonly numeric?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
}

/** Pixels of a row; the styles say the same. */
const ROW_PX = 30;

/** Up to so many rows are all in the page, so that the browser's own search finds them; above, only those in sight. */
const RENDER_ALL_UP_TO = 200;
const OVERSCAN_ROWS = 12;

/** A table of rows of one height that stays fast with thousands of them: rows out of sight are two blank stretches. */
export function VirtualTable<Row>({ label, rows, columns, keyOf }: TableProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: rows.length <= RENDER_ALL_UP_TO ? rows.length : OVERSCAN_ROWS,
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const minWidth = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <ScrollRegion label={label} className="vtable" ref={scroller}>
      <table style={{ minWidth }} aria-rowcount={rows.length}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: column.width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={column.numeric ? 'numeric' : undefined}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} />}
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <Cells key={keyOf(row)} row={row} index={index} columns={columns} />
            );
          })}
          {below > 0 && <tr style={{ height: below }} />}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Cells<Row>({ row, index, columns }: { row: Row; index: number; columns: readonly Column<Row>[] }) {
  return (
    <tr className="vrow" aria-rowindex={index + 1}>
      {columns.map((column) => (
        <td key={column.name} className={column.numeric ? 'numeric' : undefined}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}
