import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { WorkerNames } from '../workers.ts';
import { Axis } from './axis.tsx';
import { HoverCard } from './hover-card.tsx';
import { RowContent, rowLabel } from './row.tsx';
import type { TimelineRow } from './rows.ts';
import { scaleOf } from './scale.ts';
import { useCursor, useFollow } from './use-cursor.ts';
import { useHover } from './use-hover.ts';

interface StepListProps {
  readonly rows: readonly TimelineRow[];
  readonly nowMs: number;
  readonly originMs: number;
  readonly isRunning: boolean;
  readonly fitsView: boolean;
  readonly names: WorkerNames;
  readonly openStep: number | null;
  readonly open: (step: number | null) => void;
}

/** Pixels of a row; the styles say the same. */
const ROW_PX = 20;
const OVERSCAN_ROWS = 8;

/** The rows, only those in sight; `j`, `k` and the arrows move the cursor, `enter` opens its step. */
export function StepList(props: StepListProps) {
  const { rows, nowMs, names, open } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN_ROWS,
  });
  const cursor = useCursor({
    rows,
    openStep: props.openStep,
    open,
    show: (index) => virtual.scrollToIndex(index),
  });
  useFollow(scroller, rows.length, props.isRunning);
  const hover = useHover(rows);
  const range = virtual.range ?? { startIndex: 0, endIndex: rows.length - 1 };
  const shown = props.fitsView ? rows.slice(range.startIndex, range.endIndex + 1) : rows;
  const scale = scaleOf(shown, nowMs);
  const row = (item: { index: number; start: number }) => {
    const each = rows[item.index];
    if (each === undefined) return null;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keys; its rows are never focused themselves.
      <div
        key={each.step}
        id={`step-${each.step}`}
        role="option"
        tabIndex={-1}
        aria-selected={item.index === cursor}
        aria-setsize={rows.length}
        aria-posinset={item.index + 1}
        className={`t-row${each.step === props.openStep ? ' is-open-step' : ''}`}
        data-step={each.step}
        data-resumed={each.resumed || undefined}
        style={{ transform: `translateY(${item.start}px)` }}
        onClick={() => open(each.step)}
      >
        <span className="hidden-text">{rowLabel(each, nowMs)}</span>
        <RowContent row={each} scale={scale} nowMs={nowMs} names={names} />
      </div>
    );
  };
  const chosen = cursor === null ? undefined : rows[cursor];
  return (
    <>
      <div className="t-row t-head" aria-hidden="true">
        <span className="t-step">step</span>
        <span />
        <span />
        <span className="t-model">model</span>
        <Axis scale={scale} originMs={props.originMs} names={names} />
        <span className="t-tokens">tokens</span>
        <span className="t-length">took</span>
      </div>
      <div
        className="t-scroll"
        ref={scroller}
        role="listbox"
        tabIndex={0}
        aria-label="Steps"
        aria-activedescendant={chosen && `step-${chosen.step}`}
        {...hover.handlers}
      >
        <div className="t-body" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(row)}
        </div>
      </div>
      {hover.found && <HoverCard {...hover.found} nowMs={nowMs} names={names} />}
    </>
  );
}
