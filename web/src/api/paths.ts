/** The addresses of the API, in one place. A worker's id holds a slash, so every part is encoded. */
const part = encodeURIComponent;

export interface RunFilter {
  readonly status?: string;
  readonly agent?: string;
  readonly cursor?: string;
}

/** Items on one page of the inbox: each is read whole, so a page is short. */
const INBOX_PER_PAGE = 20;
/** The badge in the navigation needs only the count, which every answer has. */
const INBOX_FOR_COUNT = 1;
/** Resumes on one page: enough dots to see a distribution, few enough to re-read on every change. */
const RESUMES_PER_PAGE = 200;

/** Runs on one page of the list: as many as fit on a tall screen, few enough to re-read on every change. */
const RUNS_PER_PAGE = 50;

export const paths = {
  agents: '/api/agents',
  runs: '/api/runs',
  workers: '/api/workers',
  events: '/api/events',
  me: '/api/me',
  login: '/api/login',
  logout: '/api/logout',
  inboxCount: `/api/inbox?limit=${INBOX_FOR_COUNT}`,
  inbox: (cursor: string | undefined) => page('/api/inbox', INBOX_PER_PAGE, { cursor }),
  approval: (key: string) => `/api/approvals/${part(key)}`,
  decision: (key: string) => `/api/approvals/${part(key)}/decision`,
  resumes: (cursor: string | undefined) => page('/api/resumes', RESUMES_PER_PAGE, { cursor }),
  resolution: (effectKey: string) => `/api/effects/${part(effectKey)}/resolution`,
  runList: (filter: RunFilter) => page('/api/runs', RUNS_PER_PAGE, { ...filter }),
  run: (runId: string) => `/api/runs/${part(runId)}`,
  runPart: (runId: string, name: RunPart) => `/api/runs/${part(runId)}/${name}`,
  runEvents: (runId: string) => `/api/runs/${part(runId)}/events`,
  cancel: (runId: string) => `/api/runs/${part(runId)}/cancel`,
  worker: (workerId: string) => `/api/workers/${part(workerId)}`,
} as const;

/** One page of a list, narrowed by what is given. */
function page(path: string, limit: number, given: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams({ limit: String(limit) });
  for (const [name, value] of Object.entries(given)) if (value) query.set(name, value);
  return `${path}?${query}`;
}

export type RunPart =
  | 'steps'
  | 'effects'
  | 'attempts'
  | 'approvals'
  | 'artifacts'
  | 'resumes'
  | 'history'
  | 'mail'
  | 'holds'
  | 'report';
