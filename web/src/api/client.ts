import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './http.ts';
import { keys } from './queries.ts';

/** An answer is current until an event says otherwise; this only spares re-reads of parts mounted together, milliseconds. */
const STALE_AFTER_MS = 2_000;

/** A read that nobody answered is tried again this often at once; the live hooks go on from there. */
const READ_RETRIES = 1;
const READ_RETRY_DELAY_MS = 400;

/** The cache of what the API said. `networkMode: always`: a loopback API answers without any network. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // A token that has ended, or was taken out: the page asks anew who this is, and then for another.
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isRefused = error instanceof ApiError && error.problem.status === 401;
        if (isRefused && query.queryKey[0] !== keys.me[0])
          void client.invalidateQueries({ queryKey: keys.me });
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => !(error instanceof ApiError) && failures < READ_RETRIES,
        retryDelay: READ_RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
