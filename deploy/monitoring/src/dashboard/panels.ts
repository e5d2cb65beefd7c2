/** The parts of Grafana's dashboard model that ours needs. Grafana fills in what is missing. */

export interface Target {
  readonly expr: string;
  readonly legendFormat: string;
  readonly refId: string;
  readonly datasource: typeof DATASOURCE;
  /** True for a panel that shows one number. */
  readonly instant?: boolean;
}

export interface Panel {
  readonly id: number;
  readonly type: 'stat' | 'timeseries' | 'row';
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number };
  readonly datasource?: typeof DATASOURCE;
  readonly targets?: readonly Target[];
  readonly panels?: readonly Panel[];
  readonly collapsed?: boolean;
  readonly fieldConfig?: object;
  readonly options?: object;
}

/** Never an id of somebody's Grafana: the reader chooses. */
export const DATASOURCE = { type: 'prometheus', uid: `\${datasource}` } as const;

/** A panel without its id and place. */
export type Draft = (place: Pick<Panel, 'id' | 'gridPos'>) => Panel;

type Query = readonly [legend: string, expr: string];
interface Look {
  readonly unit: string;
  readonly decimals?: number;
  /** From these values on, the colours. Without any, no value is good or bad. */
  readonly steps?: readonly (readonly [number | null, 'green' | 'orange' | 'red'])[];
  readonly stacked?: boolean;
}

const targets = (queries: readonly Query[], instant: boolean): Target[] =>
  queries.map(([legendFormat, expr], index) => ({
    datasource: DATASOURCE,
    expr,
    legendFormat,
    refId: String.fromCharCode('A'.charCodeAt(0) + index),
    ...(instant ? { instant } : {}),
  }));

const thresholds = ({ steps }: Look) => ({
  mode: 'absolute',
  steps: (steps ?? [[null, 'text']]).map(([value, color]) => ({ value, color })),
});

/** Numbers, one for each query. A number that is not there is shown as such, never as 0. */
export function stat(title: string, description: string, look: Look, ...queries: Query[]): Draft {
  return (place) => ({
    ...place,
    type: 'stat',
    title,
    description,
    datasource: DATASOURCE,
    targets: targets(queries, true),
    fieldConfig: {
      defaults: {
        unit: look.unit,
        noValue: 'nobody tells',
        thresholds: thresholds(look),
        ...(look.decimals === undefined ? {} : { decimals: look.decimals }),
      },
      overrides: [],
    },
    options: {
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      colorMode: look.steps === undefined ? 'none' : 'background',
      graphMode: 'none',
      textMode: 'value_and_name',
    },
  });
}

/** Lines over time. */
export function lines(title: string, description: string, look: Look, ...queries: Query[]): Draft {
  return (place) => ({
    ...place,
    type: 'timeseries',
    title,
    description,
    datasource: DATASOURCE,
    targets: targets(queries, false),
    fieldConfig: {
      defaults: {
        unit: look.unit,
        min: 0,
        custom: {
          fillOpacity: look.stacked ? 20 : 0,
          lineWidth: 1,
          spanNulls: false,
          stacking: { mode: look.stacked ? 'normal' : 'none', group: 'A' },
        },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  });
}

export interface Row {
  readonly title: string;
  /** Closed until the reader opens it. */
  readonly collapsed?: boolean;
  readonly height: number;
  readonly panels: readonly Draft[];
}

/** Grafana's grid is 24 columns wide. */
const COLUMNS = 24;
/** Panels of a row that stand beside each other. */
const MAX_BESIDE = 4;

/** Places rows below each other and the panels of a row beside each other, in equal widths. */
export function layOut(rows: readonly Row[]): Panel[] {
  let id = 0;
  let y = 0;
  return rows.flatMap(({ title, collapsed = false, height, panels }) => {
    const row: Panel = {
      id: ++id,
      type: 'row',
      title,
      collapsed,
      gridPos: { h: 1, w: COLUMNS, x: 0, y: y++ },
    };
    const beside = Math.min(MAX_BESIDE, panels.length);
    const w = COLUMNS / beside;
    const placed = panels.map((draft, index) =>
      draft({
        id: ++id,
        gridPos: { h: height, w, x: (index % beside) * w, y: y + Math.floor(index / beside) * height },
      }),
    );
    y += Math.ceil(panels.length / beside) * height;
    return collapsed ? [{ ...row, panels: placed }] : [{ ...row, panels: [] }, ...placed];
  });
}
