/** Types that no browser runs. What else an agent names is sent as bytes. */
const SAFE: ReadonlySet<string> = new Set([
  'text/plain',
  'text/markdown',
  'text/csv',
  'application/json',
  'image/png',
  'image/jpeg',
]);

/** The media type under which an artifact is served: an agent's word is not trusted with HTML, SVG or scripts. */
export function safeMediaType(mediaType: string): string {
  const bare = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  if (!SAFE.has(bare)) return 'application/octet-stream';
  return bare.startsWith('image/') ? bare : `${bare}; charset=utf-8`;
}
