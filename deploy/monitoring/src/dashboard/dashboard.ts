import { METRICS } from '@checkpoint/contracts';
import { processes, temporal } from './inside.ts';
import { DATASOURCE, layOut } from './panels.ts';
import { grown, grownInAll } from './promql.ts';
import { proof, timeline } from './proof.ts';
import { work } from './work.ts';

/** Longer than a scrape, short against the time that a reader looks at: an annotation stands where it happened. */
const ANNOTATION_STEP = '30s';

const annotation = (name: string, color: string, expr: string, title: string) => ({
  datasource: DATASOURCE,
  enable: true,
  expr: `${expr} > 0`,
  iconColor: color,
  name,
  step: ANNOTATION_STEP,
  titleFormat: title,
});

/** Checkpoint's dashboard, as Grafana takes it. Its `uid` never changes: links to it last. */
export function checkpointDashboard(): object {
  return {
    uid: 'checkpoint',
    title: 'Checkpoint',
    description: 'Runs that survive the death of any process, and the proof: duplicates, resumes, kills.',
    tags: ['checkpoint'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '10s',
    time: { from: 'now-30m', to: 'now' },
    timezone: '',
    links: [],
    templating: {
      list: [
        { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus', hide: 0 },
        {
          name: 'namespace',
          label: 'Installation',
          type: 'query',
          datasource: DATASOURCE,
          query: {
            query: `label_values(${METRICS.workersAlive}, namespace)`,
            refId: 'namespace',
          },
          refresh: 2,
          sort: 1,
          multi: false,
          includeAll: false,
        },
      ],
    },
    annotations: {
      list: [
        annotation(
          'Kills',
          'red',
          grownInAll(METRICS.podKillsTotal, ANNOTATION_STEP, ['action']),
          'killed: {{action}}',
        ),
        annotation(
          'Deaths',
          'orange',
          grown(METRICS.workerDeathsTotal, ANNOTATION_STEP, {
            labels: ['cause'],
            by: ['cause'],
            matchers: 'cause!="stopped"',
          }),
          'died: {{cause}}',
        ),
      ],
    },
    panels: layOut([proof, timeline, work, temporal, processes]),
  };
}
