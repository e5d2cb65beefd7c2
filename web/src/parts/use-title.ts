import { useEffect } from 'react';

/** The title of the browser's tab while a page is shown, so that a row of tabs can be read. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Checkpoint`;
  }, [title]);
}
