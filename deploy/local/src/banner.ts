import type { Stack } from './types.ts';

/** What the user may open now, and how to stop. */
export function banner(stack: Stack, startMs: number): string {
  const rows: [string, string][] = [
    ['panel', stack.apiUrl],
    ['API reference', `${stack.apiUrl}/docs`],
    ['Temporal', stack.uiUrl ?? `${stack.temporalAddress} (no web UI)`],
    ['witness', stack.witnessUrl],
    ['data and logs', stack.dataDir],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return [
    '',
    `Checkpoint is running (${(startMs / 1000).toFixed(1)} s)`,
    '',
    ...lines,
    '',
    '  Ctrl-C stops everything.',
  ].join('\n');
}
