import { useKeys } from './use-keys.ts';

/** Rows are links or buttons that carry this attribute; `j` and `k` move the focus among them, `enter` is the browser's. */
export const rowAttribute = { 'data-row': '' } as const;

function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const current = rows.indexOf(document.activeElement as HTMLElement);
  const next = current === -1 ? (by === 1 ? 0 : rows.length - 1) : current + by;
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus();
}

/** `j` and `k` over the rows of a page that renders them all. */
export function useRowKeys(what: string): void {
  useKeys('Rows', [
    { keys: 'j', does: `next ${what}`, run: () => moveFocus(1) },
    { keys: 'k', does: `previous ${what}`, run: () => moveFocus(-1) },
    { keys: 'Enter', does: `open the ${what}` },
  ]);
}
