import { type AppError, asError, RetryableError, TerminalError } from '@checkpoint/contracts';
import { ApiException } from '@kubernetes/client-node';

/** When Kubernetes did not answer, it is asked again after this time at the earliest, ms. */
const RETRY_AFTER_MS = 1_000;

/**
 * What Kubernetes answered, as an error of the catalogue. 403: a right is missing. 404: the object is gone. 409: the uid is
 * another's. Everything else, time-outs included: it did not answer, and may do so later.
 */
export function kubernetesError(what: string, thrown: unknown): AppError {
  const error = asError(thrown);
  const said = `Kubernetes would not ${what}: ${messageOf(error)}`;
  switch (statusOf(error)) {
    case 401:
    case 403:
      return new TerminalError(
        'KUBERNETES_FORBIDDEN',
        `${said}; the API's service account needs get, list, watch and delete on pods of its namespace`,
        {},
        error,
      );
    case 404:
      return new TerminalError('POD_GONE', said, {}, error);
    case 409:
      return new TerminalError('POD_REPLACED', said, {}, error);
    default:
      return new RetryableError('KUBERNETES_UNAVAILABLE', said, RETRY_AFTER_MS, {}, error);
  }
}

/** True when a list or a watch must begin anew because its version is too old. */
export function isExpired(thrown: unknown): boolean {
  return statusOf(thrown) === 410;
}

/** HTTP status: `code` on the client's own error, `statusCode` on a watch's. */
function statusOf(thrown: unknown): number | undefined {
  if (thrown instanceof ApiException) return thrown.code;
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : undefined;
}

/** The server's own sentence; the client's message repeats the whole answer with its headers. */
function messageOf(error: Error): string {
  if (!(error instanceof ApiException)) {
    const cause = asError(error.cause ?? error);
    return cause.message === '' ? error.message : cause.message;
  }
  const body: unknown = error.body;
  if (typeof body === 'object' && body !== null && 'message' in body) return String(body.message);
  try {
    return String((JSON.parse(String(body)) as { message?: unknown }).message ?? `HTTP ${error.code}`);
  } catch {
    return `HTTP ${error.code}`;
  }
}
