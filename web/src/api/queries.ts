import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';
import { paths, type RunFilter, type RunPart } from './paths.ts';
import { readSteps } from './steps.ts';
import type {
  AgentList,
  AllResumes,
  Approval,
  ApprovalList,
  ArtifactList,
  AttemptList,
  EffectList,
  HistoryView,
  HoldList,
  InboxList,
  Me,
  ResumeList,
  RunDetail,
  RunList,
  RunReport,
  WitnessMailList,
  WorkerList,
} from './types.ts';

/** Names of everything that is read, as the cache knows it. `run(id)` covers all parts of a run. */
export const keys = {
  me: ['me'],
  agents: ['agents'],
  runs: ['runs'],
  workers: ['workers'],
  inbox: ['inbox'],
  approval: (key: string) => ['approval', key],
  resumes: ['resumes'],
  run: (runId: string) => ['run', runId],
  runPart: (runId: string, part: string) => ['run', runId, part],
} as const;

/** Milliseconds between reads while no worker has announced an agent yet: it does so shortly after it starts. */
const NO_AGENT_YET_READ_MS = 1_500;

export const agentsQuery = queryOptions({
  queryKey: keys.agents,
  queryFn: ({ signal }) => request<AgentList>(paths.agents, { signal }),
  refetchInterval: ({ state }) => (state.data?.agents.length === 0 ? NO_AGENT_YET_READ_MS : false),
});

export const workersQuery = queryOptions({
  queryKey: keys.workers,
  queryFn: ({ signal }) => request<WorkerList>(paths.workers, { signal }),
});

/** Who the API takes this browser for. It changes by logging in and out, and when a token ends. */
export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => request<Me>(paths.me, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How many items wait for a person, for the badge. */
export const waitingQuery = queryOptions({
  queryKey: [...keys.inbox, 'waiting'],
  queryFn: ({ signal }) => request<InboxList>(paths.inboxCount, { signal }),
  select: (list) => list.waiting.all,
});

/** One page of the inbox, those that wait longest first. */
export const inboxQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...keys.inbox, 'list', cursor],
    queryFn: ({ signal }) => request<InboxList>(paths.inbox(cursor), { signal }),
    placeholderData: keepPreviousData,
  });

/** One approval, with all of its arguments, whatever its state. */
export const approvalQuery = (key: string) =>
  queryOptions({
    queryKey: keys.approval(key),
    queryFn: ({ signal }) => request<Approval>(paths.approval(key), { signal }),
  });

/** One page of the resumes of all runs, the newest first, and the distribution of all that are stored. */
export const allResumesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...keys.resumes, cursor],
    queryFn: ({ signal }) => request<AllResumes>(paths.resumes(cursor), { signal }),
    placeholderData: keepPreviousData,
  });

/** One page of runs. While another filter loads, the last page stays in sight. */
export const runsQuery = (filter: RunFilter) =>
  queryOptions({
    queryKey: [...keys.runs, filter],
    queryFn: ({ signal }) => request<RunList>(paths.runList(filter), { signal }),
    placeholderData: keepPreviousData,
  });

export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: keys.runPart(runId, 'detail'),
    queryFn: ({ signal }) => request<RunDetail>(paths.run(runId), { signal }),
  });

function partQuery<Answer>(part: RunPart) {
  return (runId: string) =>
    queryOptions({
      queryKey: keys.runPart(runId, part),
      queryFn: ({ signal }) => request<Answer>(paths.runPart(runId, part), { signal }),
    });
}

export const stepsQuery = (runId: string) =>
  queryOptions({
    queryKey: keys.runPart(runId, 'steps'),
    queryFn: ({ client, queryKey, signal }) => readSteps({ client, queryKey, runId, signal }),
  });

export const approvalsQuery = partQuery<ApprovalList>('approvals');
export const attemptsQuery = partQuery<AttemptList>('attempts');
export const effectsQuery = partQuery<EffectList>('effects');
export const artifactsQuery = partQuery<ArtifactList>('artifacts');
export const resumesQuery = partQuery<ResumeList>('resumes');
export const historyQuery = partQuery<HistoryView>('history');
export const mailQuery = partQuery<WitnessMailList>('mail');
export const holdsQuery = partQuery<HoldList>('holds');
export const reportQuery = partQuery<RunReport>('report');
