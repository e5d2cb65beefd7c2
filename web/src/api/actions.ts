import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './http.ts';
import { paths } from './paths.ts';
import { keys } from './queries.ts';
import type {
  ApprovalDecisionBody,
  DecidedApproval,
  KillReport,
  Me,
  Resolution,
  ResolutionBody,
  RunSummary,
} from './types.ts';

export interface StartRequest {
  readonly body: unknown;
  /** The same key and body always name the same run, so a second click or a retry starts nothing twice. */
  readonly idempotencyKey: string;
}

/** Starts a run. */
export function useStartRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: StartRequest) =>
      request<Pick<RunSummary, 'runId'>>(paths.runs, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': idempotencyKey },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.runs }),
  });
}

/** Asks for the end of a run: no new effect begins; what is in flight settles or becomes unknown. */
export function useCancelRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<unknown>(paths.cancel(runId), { method: 'POST', body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.run(runId) }),
  });
}

/** A person's word about an unknown outcome. The first one stands; whoever comes later is told of it by a 409. */
export function useResolveEffect(effectKey: string, runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ResolutionBody) =>
      request<Resolution>(paths.resolution(effectKey), { method: 'POST', body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.inbox }),
        client.invalidateQueries({ queryKey: keys.run(runId) }),
      ]),
  });
}

/** A person's word about a call that waits. The first one stands; whoever comes later is told of it by a 409. */
export function useDecideApproval(key: string, runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ApprovalDecisionBody) =>
      request<DecidedApproval>(paths.decision(key), { method: 'POST', body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.inbox }),
        client.invalidateQueries({ queryKey: keys.run(runId) }),
      ]),
  });
}

/** What was read is what that person may see. Who it is stays, since the whole panel looks at it. */
const isNotMe = ({ queryKey }: { readonly queryKey: QueryKey }): boolean => queryKey[0] !== keys.me[0];

/** Keeps a token in a cookie that this page itself cannot read. Everything is read again with it. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => request<Me>(paths.login, { method: 'POST', body: { token } }),
    onSuccess: (me) => {
      client.removeQueries({ predicate: isNotMe });
      client.setQueryData(keys.me, me);
    },
  });
}

/** Forgets the token, and all that was read with it. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<unknown>(paths.logout, { method: 'POST', body: {} }),
    onSuccess: async () => {
      client.removeQueries({ predicate: isNotMe });
      await client.invalidateQueries({ queryKey: keys.me });
    },
  });
}

/** SIGKILL to a worker. The answer is what was observed. */
export function useKillWorker(workerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<KillReport>(paths.worker(workerId), { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workers }),
  });
}
