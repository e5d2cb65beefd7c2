import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DASHBOARDS } from '../files.ts';

const Target = z.object({ refId: z.string(), expr: z.string().min(1), instant: z.boolean().default(false) });
const PanelModel = z.object({
  title: z.string().min(1),
  type: z.string(),
  description: z.string().optional(),
  targets: z.array(Target).default([]),
  get panels() {
    return z.array(PanelModel).default([]);
  },
});
type PanelModel = z.infer<typeof PanelModel>;

const Dashboard = z.object({
  uid: z.string().min(1),
  title: z.string(),
  panels: z.array(PanelModel).min(1),
  annotations: z.object({ list: z.array(z.object({ name: z.string(), expr: z.string() })) }),
  templating: z.object({
    list: z.array(
      z.object({ name: z.string(), query: z.union([z.string(), z.object({ query: z.string() })]) }),
    ),
  }),
});
export type Dashboard = z.infer<typeof Dashboard>;

/** One query of a dashboard. */
export interface DashboardQuery {
  /** Which panel and which of its queries. */
  readonly place: string;
  readonly expr: string;
  /** `instant`: one number. `range`: over the time shown. `annotation`: may be empty, since it shows what happened. */
  readonly kind: 'instant' | 'range' | 'annotation';
}

/** Reads every dashboard of the chart. Throws for one that Grafana would not take. */
export function readDashboards(folder: string = DASHBOARDS): Dashboard[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => Dashboard.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
}

/** All panels, those inside of closed rows too. */
export function panelsOf(dashboard: Dashboard): PanelModel[] {
  const inside = (panel: PanelModel): PanelModel[] => [panel, ...panel.panels.flatMap(inside)];
  return dashboard.panels.flatMap(inside).filter((panel) => panel.type !== 'row');
}

/** Every query of a dashboard: of panels, annotations and variables. */
export function queriesOf(dashboard: Dashboard): DashboardQuery[] {
  const ofPanels = panelsOf(dashboard).flatMap(({ title, targets }) =>
    targets.map(
      ({ refId, expr, instant }): DashboardQuery => ({
        place: `${dashboard.title} / ${title} ${refId}`,
        expr,
        kind: instant ? 'instant' : 'range',
      }),
    ),
  );
  const ofAnnotations = dashboard.annotations.list.map(
    ({ name, expr }): DashboardQuery => ({
      place: `${dashboard.title} / annotation ${name}`,
      expr,
      kind: 'annotation',
    }),
  );
  const ofVariables = dashboard.templating.list.flatMap(({ name, query }): DashboardQuery[] => {
    const text = typeof query === 'string' ? query : query.query;
    const selector = /^label_values\((.+),\s*\w+\)$/.exec(text)?.[1];
    return selector === undefined
      ? []
      : [{ place: `${dashboard.title} / variable ${name}`, expr: selector, kind: 'instant' }];
  });
  return [...ofPanels, ...ofAnnotations, ...ofVariables];
}

/** What Grafana puts in for its variables. Durations as PromQL writes them. */
export interface Variables {
  readonly namespace: string;
  readonly range: string;
  readonly rateInterval: string;
}

/** The query as Grafana would send it. Throws when a variable is left that is not known here. */
export function filledIn(expr: string, { namespace, range, rateInterval }: Variables): string {
  const filled = expr
    .replaceAll('$__range', range)
    .replaceAll('$__rate_interval', rateInterval)
    .replaceAll('$namespace', namespace);
  const left = /\$\w+|\$\{\w+\}/.exec(filled)?.[0];
  if (left !== undefined) throw new Error(`nobody knows the variable ${left} in ${expr}`);
  return filled;
}
