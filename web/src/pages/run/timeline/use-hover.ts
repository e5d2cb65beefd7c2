import { type PointerEvent, useState } from 'react';
import type { TimelineRow } from './rows.ts';

/** Which bar the pointer is on: one listener for the whole list instead of a tooltip for each of thousands of bars. */
export function useHover(rows: readonly TimelineRow[]) {
  const [hovered, setHovered] = useState<{ key: string; x: number; y: number } | null>(null);
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-bar]') : null;
    const key = event.pointerType === 'mouse' ? target?.dataset.bar : undefined;
    setHovered(key === undefined ? null : { key, x: event.clientX, y: event.clientY });
  };
  const onPointerLeave = () => setHovered(null);
  return { handlers: { onPointerMove, onPointerLeave }, found: hovered && find(rows, hovered) };
}

function find(rows: readonly TimelineRow[], { key, x, y }: { key: string; x: number; y: number }) {
  const step = Number(key.slice(0, key.indexOf(':')));
  const row = rows.find((each) => each.step === step);
  const bar = row?.bars.find((each) => each.key === key);
  return bar === undefined ? null : { bar, view: row?.view, at: { x, y } };
}
