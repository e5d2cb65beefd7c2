import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';

/** Milliseconds until a worker whose session broke connects again, doubled up to the second number. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** Milliseconds without a byte after which a session counts as broken: the API writes a comment more often. */
const SILENCE_MS = 45_000;

export interface SessionOptions {
  readonly apiUrl: string;
  readonly workerId: string;
  readonly onError: (error: Error) => void;
}

/**
 * Holds a request open at the API for as long as this process lives. The kernel closes it when the process dies, and the
 * API sees that in milliseconds. Losing it costs the worker nothing: it connects again. Returns what ends it.
 */
export function holdSession({ apiUrl, workerId, onError }: SessionOptions): () => void {
  const ending = new AbortController();
  const url = new URL(`/api/workers/${encodeURIComponent(workerId)}/session`, apiUrl);
  void hold();
  return () => ending.abort();

  async function hold(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!ending.signal.aborted) {
      try {
        const response = await open(url, ending.signal);
        retryMs = FIRST_RETRY_MS;
        await ended(response);
      } catch (thrown) {
        if (ending.signal.aborted) return;
        onError(asError(thrown));
      }
      await sleep(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
    }
  }
}

function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = get(url, { signal, headers: { accept: 'text/event-stream' } }, (response) => {
    if (response.statusCode === 200) resolve(response);
    else reject(new Error(`the API answered the session with ${response.statusCode}`));
  });
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error('the session fell silent')));
  request.once('error', reject);
  return promise;
}

async function ended(response: IncomingMessage): Promise<void> {
  response.resume();
  await new Promise<void>((resolve) => response.once('close', resolve));
}
