import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from './http.ts';
import { paths } from './paths.ts';
import { keys } from './queries.ts';
import type { KillReport, Resolution, ResolutionBody, RunSummary } from './types.ts';

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

/** SIGKILL to a worker. The answer is what was observed. */
export function useKillWorker(workerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<KillReport>(paths.worker(workerId), { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.workers }),
  });
}
