import { type RefObject, useEffect, useRef, useState } from 'react';
import { useKeys } from '../../../keys/use-keys.ts';
import type { TimelineRow } from './rows.ts';

interface CursorOptions {
  readonly rows: readonly TimelineRow[];
  readonly openStep: number | null;
  readonly open: (step: number | null) => void;
  /** Brings a row into sight. */
  readonly show: (index: number) => void;
}

/** The row that the keyboard is on. While a step is open beside the list, moving opens the next one. */
export function useCursor({ rows, openStep, open, show }: CursorOptions): number | null {
  const [step, setStep] = useState<number | null>(openStep);
  const at = rows.findIndex((row) => row.step === (openStep ?? step));
  const cursor = at === -1 ? null : at;
  const moveTo = (index: number) => {
    const target = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (target === undefined) return;
    setStep(target.step);
    if (openStep !== null) open(target.step);
    show(rows.indexOf(target));
  };
  const move = (by: 1 | -1) => moveTo(cursor === null ? (by === 1 ? 0 : rows.length - 1) : cursor + by);
  const openCursor = () => {
    const chosen = cursor === null ? undefined : rows[cursor];
    if (chosen) open(chosen.step);
  };
  useKeys('Timeline', [
    { keys: 'j', does: 'next step', run: () => move(1) },
    { keys: 'k', does: 'previous step', run: () => move(-1) },
    { keys: 'Enter', does: 'open the step', run: openCursor, when: () => isInList() || nothingHasFocus() },
    { keys: 'ArrowDown', does: 'next step, in the list', run: () => move(1), when: isInList },
    { keys: 'ArrowUp', does: 'previous step, in the list', run: () => move(-1), when: isInList },
    { keys: 'Home', does: 'first step, in the list', run: () => moveTo(0), when: isInList },
    { keys: 'End', does: 'last step, in the list', run: () => moveTo(rows.length - 1), when: isInList },
  ]);
  const shownOnce = useRef(false);
  useEffect(() => {
    if (shownOnce.current || cursor === null) return;
    shownOnce.current = true;
    show(cursor);
  });
  return cursor;
}

function isInList(): boolean {
  return document.activeElement?.getAttribute('role') === 'listbox';
}

function nothingHasFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Pixels from the end within which a reader counts as following the run. */
const FOLLOWS_WITHIN_PX = 60;

/** Keeps the newest step in sight while the run goes on, unless the reader has scrolled away from the end. */
export function useFollow(scroller: RefObject<HTMLElement | null>, length: number, isRunning: boolean): void {
  const follows = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = () => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOWS_WITHIN_PX;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row is what there is to follow.
  useEffect(() => {
    if (isRunning && follows.current && scroller.current)
      scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [length, isRunning, scroller]);
}
