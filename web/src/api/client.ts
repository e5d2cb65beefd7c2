import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http.ts';

/** An answer is current until an event says otherwise; this only spares re-reads of parts mounted together, milliseconds. */
const STALE_AFTER_MS = 2_000;

/** A read that nobody answered is tried again this often at once; the live hooks go on from there. */
const READ_RETRIES = 1;
const READ_RETRY_DELAY_MS = 400;

/** The cache of what the API said. `networkMode: always`: a loopback API answers without any network. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
