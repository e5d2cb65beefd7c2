import { useRef } from 'react';

/** The thing as it was when its dialog opened: it leaves the page once somebody has decided, and the dialog must not. */
export function useOpened<Item>(key: string | null, found: Item | undefined): Item | undefined {
  const opened = useRef<{ key: string; item: Item }>(undefined);
  if (key === null) opened.current = undefined;
  else if (found !== undefined && opened.current?.key !== key) opened.current = { key, item: found };
  return opened.current?.key === key ? opened.current?.item : undefined;
}
