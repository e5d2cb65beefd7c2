import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '@checkpoint/contracts';

/** Milliseconds until a worker whose session broke connects again, doubled up to the second number. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** Milliseconds without a byte after which a session counts as broken: the API writes a comment more often. */
const SILENCE_MS = 45_000;
/** Milliseconds until a worker whose token the API refuses tries again. */
const REFUSED_RETRY_MS = 30_000;

/** The API lets this worker hold no session. */
class SessionRefused extends Error {
  override name = 'SessionRefused';
}

export interface SessionOptions {
  readonly apiUrl: string;
  readonly workerId: string;
  /** For an API that asks who calls. */
  readonly token?: string | undefined;
  /** Where this process runs: with it, the API knows whose death a pod's end is. */
  readonly place?: SessionPlace | undefined;
  /** Called when the API says that the end of this process is near. */
  readonly onHandOver: () => void;
  readonly onError: (error: Error) => void;
  /** Called when the API lets this worker hold no session: only an operator can mend that. */
  readonly onRefused: (error: Error) => void;
}

export interface SessionPlace {
  readonly name: string;
  readonly uid: string;
  readonly node: string | undefined;
  /** By this machine's clock, as the times that its container runtime gives. */
  readonly startedAt: Date;
  /** A port on which this process listens for as long as it lives: refused, it is dead. */
  readonly port: number | undefined;
}

/** The API's word on the stream, as a line of its own (an event without it is a comment). */
const HAND_OVER = 'event: hand_over\n';

/**
 * Holds a request open at the API for as long as this process lives. The kernel closes it when the process dies, and the
 * API sees that in milliseconds. Losing it costs the worker nothing: it connects again. Returns what ends it.
 */
export function holdSession(options: SessionOptions): () => void {
  const { apiUrl, workerId, token, place, onHandOver, onError, onRefused } = options;
  const ending = new AbortController();
  const url = new URL(`/api/workers/${encodeURIComponent(workerId)}/session`, apiUrl);
  if (place !== undefined) url.search = queryOf(place);
  void hold();
  return () => ending.abort();

  async function hold(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!ending.signal.aborted) {
      try {
        const response = await open(url, token, ending.signal);
        retryMs = FIRST_RETRY_MS;
        await ended(response, onHandOver);
      } catch (thrown) {
        if (ending.signal.aborted) return;
        if (thrown instanceof SessionRefused) {
          onRefused(thrown);
          retryMs = REFUSED_RETRY_MS;
        } else onError(asError(thrown));
      }
      await sleep(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
    }
  }
}

function open(url: URL, token: string | undefined, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = {
    accept: 'text/event-stream',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const request = get(url, { signal, headers }, (response) => {
    const { statusCode = 0 } = response;
    if (statusCode === 200) return resolve(response);
    response.resume();
    const isRefused = statusCode === 401 || statusCode === 403;
    reject(
      isRefused
        ? new SessionRefused(
            `the API refuses the session (${statusCode}): give CHECKPOINT_API_TOKEN a token of role worker`,
          )
        : new Error(`the API answered the session with ${statusCode}`),
    );
  });
  request.setTimeout(SILENCE_MS, () => request.destroy(new Error('the session fell silent')));
  request.once('error', reject);
  return promise;
}

function queryOf({ name, uid, node, startedAt, port }: SessionPlace): string {
  return new URLSearchParams({
    pod: name,
    podUid: uid,
    startedAt: startedAt.toISOString(),
    ...(node === undefined ? {} : { node }),
    ...(port === undefined ? {} : { port: String(port) }),
  }).toString();
}

async function ended(response: IncomingMessage, onHandOver: () => void): Promise<void> {
  // A line may come in two parts, so the end of what came before is kept.
  let tail = '';
  response.setEncoding('utf8').on('data', (text: string) => {
    const seen = tail + text;
    if (seen.includes(HAND_OVER)) onHandOver();
    tail = seen.includes(HAND_OVER) ? '' : seen.slice(-HAND_OVER.length);
  });
  await new Promise<void>((resolve) => response.once('close', resolve));
}
