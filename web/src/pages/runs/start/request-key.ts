import { useRef } from 'react';

/** Random bytes of a key: as many as a UUID has, far beyond any chance of meeting another. */
const KEY_BYTES = 16;

/**
 * A key for a body: the same as long as the body stays the same, a new one as soon as it changes. So a second press after
 * a lost answer finds the first run, and a corrected form starts a new one.
 */
export function useRequestKey(): (body: unknown) => string {
  const last = useRef<{ text: string; key: string } | null>(null);
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current?.text !== text) last.current = { text, key: drawKey() };
    return last.current.key;
  };
}

function drawKey(): string {
  // `randomUUID` exists only on secure origins; this one works on any address that the panel is served from.
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
