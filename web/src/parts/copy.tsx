import { useClipboard } from '@mantine/hooks';

/** Milliseconds for which a copy is confirmed. */
const CONFIRMED_MS = 1_500;

/** A shortened text whose whole is shown on hover and can be copied. */
export function Copyable({ text, short, what }: { text: string; short?: string; what: string }) {
  const clipboard = useClipboard({ timeout: CONFIRMED_MS });
  return (
    <span className="copyable">
      <span className="mono" title={text}>
        {short ?? text}
      </span>
      <button
        type="button"
        className="copy"
        aria-label={`copy ${what} ${text}`}
        title={`copy ${what}`}
        onClick={() => clipboard.copy(text)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={clipboard.copied ? 'M3 8.5 6.5 12 13 4.5' : 'M6 5.5h7v8H6zM3 10.5v-8h7'} />
        </svg>
      </button>
    </span>
  );
}
