/** The addresses of the API, in one place. A worker's id holds a slash, so every part is encoded. */
const part = encodeURIComponent;

export interface RunFilter {
  readonly status?: string;
  readonly agent?: string;
  readonly cursor?: string;
}

/** Runs on one page of the list: as many as fit on a tall screen, few enough to re-read on every change. */
const RUNS_PER_PAGE = 50;

export const paths = {
  agents: '/api/agents',
  runs: '/api/runs',
  workers: '/api/workers',
  events: '/api/events',
  runList: (filter: RunFilter) => {
    const query = new URLSearchParams({ limit: String(RUNS_PER_PAGE) });
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
    return `/api/runs?${query}`;
  },
  run: (runId: string) => `/api/runs/${part(runId)}`,
  runPart: (runId: string, name: RunPart) => `/api/runs/${part(runId)}/${name}`,
  runEvents: (runId: string) => `/api/runs/${part(runId)}/events`,
  cancel: (runId: string) => `/api/runs/${part(runId)}/cancel`,
  worker: (workerId: string) => `/api/workers/${part(workerId)}`,
} as const;

export type RunPart =
  | 'steps'
  | 'effects'
  | 'attempts'
  | 'artifacts'
  | 'resumes'
  | 'history'
  | 'mail'
  | 'holds'
  | 'report';
