import { quantile } from '../lib/stats.ts';
import type { Cell } from './cells.ts';
import { MODES, type ModeName } from './modes.ts';

/** Pixels. */
const WIDTH = 760;
const PANEL = { left: 150, right: 24, top: 64, height: 92, gap: 46 };
const FIRST_MS = 10;
const LAST_MS = 100_000;
const TICKS = [10, 100, 1_000, 10_000, 100_000];
/** Told apart by people who do not see red and green, and in print. */
const COLOURS: Readonly<Record<ModeName, string>> = {
  ours: '#0072b2',
  fallback: '#56b4e9',
  tuned: '#d55e00',
  defaults: '#767676',
};
const DOT_RADIUS = 2.4;
const ROW = 26;

/**
 * Draws each interrupted activity as a dot: the time from the kill to its next attempt, on a logarithmic axis, a row for
 * each mode and a panel for each number of runs. A line marks the median.
 */
export function plot(cells: readonly Cell[]): string {
  const running = cells.filter(({ scenario }) => scenario === 'running');
  const sizes = [...new Set(running.map(({ runs }) => runs))].sort((a, b) => a - b);
  const height = PANEL.top + sizes.length * (PANEL.height + PANEL.gap) + 10;
  const panels = sizes.flatMap((runs, index) => {
    const top = PANEL.top + index * (PANEL.height + PANEL.gap);
    return panel(
      running.filter((cell) => cell.runs === runs),
      runs,
      top,
    );
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(
      20,
      26,
      'From the kill of a worker to the next attempt of the interrupted work',
      'font-size="15" font-weight="600"',
    ),
    text(20, 44, 'one dot an activity, a bar at the median, logarithmic scale', 'fill="#555"'),
    ...panels,
    '</svg>',
  ].join('\n')}\n`;
}

function panel(cells: readonly Cell[], runs: number, top: number): string[] {
  const title = runs === 1 ? '1 run on the worker' : `${runs} runs on the worker`;
  const bottom = top + PANEL.height - 10;
  const rows = cells.flatMap((cell, index) => row(cell, top + 24 + index * ROW));
  const axis = TICKS.flatMap((ms) => [
    `<line x1="${x(ms)}" x2="${x(ms)}" y1="${top + 8}" y2="${bottom + 4}" stroke="#ddd"/>`,
    text(x(ms), bottom + 18, ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`, 'text-anchor="middle" fill="#555"'),
  ]);
  return [text(20, top, title, 'font-weight="600"'), ...axis, ...rows];
}

function row({ mode, kills }: Cell, y: number): string[] {
  const samples = kills.flatMap((kill) => kill.samples.flatMap(({ againMs }) => againMs ?? []));
  const sorted = samples.sort((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const colour = COLOURS[mode];
  const dots = sorted.map(
    (ms, index) =>
      `<circle cx="${x(ms)}" cy="${y - 4 + jitter(index)}" r="${DOT_RADIUS}" fill="${colour}" fill-opacity="0.35"/>`,
  );
  if (sorted.length === 0) return [text(20, y, `${MODES[mode].short}: no sample`, `fill="${colour}"`)];
  return [
    text(20, y, MODES[mode].short, `fill="${colour}"`),
    ...dots,
    `<line x1="${x(median)}" x2="${x(median)}" y1="${y - 14}" y2="${y + 6}" stroke="${colour}" stroke-width="3"/>`,
    text(
      x(median) + 7,
      y - 9,
      `${Math.round(median)} ms`,
      `fill="${colour}" font-weight="600" font-size="11" paint-order="stroke" stroke="#fff" stroke-width="3"`,
    ),
  ];
}

/** Spreads the dots of a row a little, always in the same way. */
function jitter(index: number): number {
  return ((index * 7) % 11) - 5;
}

function x(ms: number): number {
  const share = Math.log(Math.max(ms, FIRST_MS) / FIRST_MS) / Math.log(LAST_MS / FIRST_MS);
  return Math.round((PANEL.left + share * (WIDTH - PANEL.left - PANEL.right)) * 10) / 10;
}

function text(left: number, y: number, content: string, attributes: string): string {
  return `<text x="${left}" y="${y}" ${attributes}>${content}</text>`;
}
