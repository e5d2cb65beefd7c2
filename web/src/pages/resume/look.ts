/** How both charts are drawn: the panel's own colours, nothing that moves. */
export const CHART_PX = 220;
export const AXIS_TEXT = { fill: 'var(--muted)', fontSize: 11 } as const;
export const AXIS_LINE = { stroke: 'var(--line-strong)', tickLine: false } as const;
export const GRID = { stroke: 'var(--line)', vertical: false } as const;
