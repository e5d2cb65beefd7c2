/** The four meanings of colour on the panel, and a fifth that has none. Each has a sign too, never colour alone. */
export type Meaning = 'going' | 'done' | 'person' | 'wrong' | 'quiet';

const SIGNS: Readonly<Record<Meaning, string>> = {
  going: 'M5 3.5 12 8 5 12.5Z',
  done: 'M3 8.5 6.5 12 13 4.5',
  person: 'M8 3v6M8 12v.5',
  wrong: 'M4 4l8 8M12 4l-8 8',
  quiet: 'M4 8h8',
};

/** The sign of a meaning, in its colour. It says nothing to a screen reader: a word always stands beside it. */
export function Sign({ meaning }: { meaning: Meaning }) {
  return (
    <svg className={`sign ${meaning}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SIGNS[meaning]} />
    </svg>
  );
}

/** A flag: another worker took over here. */
export function Flag() {
  return (
    <svg className="flag" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M4 14V2.5h8L10 5.75 12 9H4" />
    </svg>
  );
}

/** A sign with its word. */
export function Labelled({ meaning, children }: { meaning: Meaning; children: React.ReactNode }) {
  return (
    <span className="labelled">
      <Sign meaning={meaning} />
      <span className={meaning}>{children}</span>
    </span>
  );
}
