interface PagerProps {
  readonly cursor: string | undefined;
  readonly next: string | null;
  readonly go: (cursor: string | null) => void;
}

/** Pages of a list that is read by cursor: onward, and back to the newest. The browser's back goes one page back. */
export function Pager({ cursor, next, go }: PagerProps) {
  if (cursor === undefined && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages of the list">
      <button type="button" className="plain" disabled={cursor === undefined} onClick={() => go(null)}>
        ← Newest
      </button>
      <button type="button" className="plain" disabled={next === null} onClick={() => go(next)}>
        Older →
      </button>
    </nav>
  );
}
