interface PagerProps {
  readonly cursor: string | undefined;
  readonly next: string | null;
  readonly go: (cursor: string | null) => void;
  /** What the list begins with, and what lies further on. */
  readonly words?: { readonly first: string; readonly onward: string };
}

const NEWEST_FIRST = { first: 'Newest', onward: 'Older' };

/** Pages of a list that is read by cursor: onward, and back to its beginning. The browser's back goes one page back. */
export function Pager({ cursor, next, go, words = NEWEST_FIRST }: PagerProps) {
  if (cursor === undefined && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages of the list">
      <button type="button" className="plain" disabled={cursor === undefined} onClick={() => go(null)}>
        ← {words.first}
      </button>
      <button type="button" className="plain" disabled={next === null} onClick={() => go(next)}>
        {words.onward} →
      </button>
    </nav>
  );
}
