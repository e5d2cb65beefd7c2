import {
  asError,
  canonicalJson,
  type Done,
  NotSent,
  type ProbeResult,
  Refused,
  type ToolOutput,
} from '@checkpoint/contracts';
import type { Journal, SendContext } from '@checkpoint/journal';
import { Context } from '@temporalio/activity';

/** Milliseconds between heartbeats: several are missed before the time-out of the activity's options. */
const HEARTBEAT_MS = 500;
/** Milliseconds after a death until a request of the dead process can no longer land at the provider. */
const SETTLE_WINDOW_MS = 2_000;

export interface RefundInput {
  /** With `id` it names the effect inside its workflow. The workflow gives both, so every attempt has the same. */
  readonly step: number;
  readonly id: string;
  readonly order: { readonly charge: string; readonly amountMinor: number };
}

export interface RefundActivities {
  /** The provider's answer, or why it refused. Throws what `journal.perform` throws. */
  refund(input: RefundInput): Promise<ToolOutput>;
}

/** Activities whose effects go through the journal. `providerUrl` is the payment provider's. */
export function createActivities(journal: Journal, providerUrl: string): RefundActivities {
  return {
    async refund({ step, id, order }) {
      const context = Context.current();
      const { workflowExecution, attempt } = context.info;
      if (workflowExecution === undefined) throw new TypeError('refund runs inside a workflow only');
      const heartbeat = setInterval(() => context.heartbeat(), HEARTBEAT_MS);
      try {
        // No signal of the activity's cancellation is given: a refund that has begun settles.
        const { output } = await journal.perform(
          {
            ...{ runId: workflowExecution.workflowId, step, toolUseId: id, attempt },
            ...{ tool: 'refund', args: canonicalJson(order) },
          },
          {
            delivery: 'probed',
            settleWindowMs: SETTLE_WINDOW_MS,
            send: (send) => post(providerUrl, send),
            probe: (send) => lookUp(providerUrl, send),
          },
        );
        return output;
      } finally {
        clearInterval(heartbeat);
      }
    },
  };
}

/** Anything thrown here that is neither NotSent nor Refused is ambiguous: the refund may have been made. */
async function post(providerUrl: string, { key, bytes, signal }: SendContext): Promise<Done> {
  let response: Response;
  try {
    const headers = { 'content-type': 'application/json', 'refund-key': key };
    response = await fetch(`${providerUrl}/refunds`, { method: 'POST', headers, body: bytes, signal });
  } catch (thrown) {
    if (nothingListens(thrown)) throw new NotSent('the provider does not listen', { cause: thrown });
    throw thrown;
  }
  if (response.status >= 400 && response.status < 500) {
    throw new Refused(`the provider said ${response.status}: ${await response.text()}`);
  }
  if (!response.ok) throw new Error(`the provider said ${response.status}`);
  return refunded(await response.text());
}

async function lookUp(providerUrl: string, { key, signal }: SendContext): Promise<ProbeResult> {
  const response = await fetch(`${providerUrl}/refunds/${encodeURIComponent(key)}`, { signal });
  if (response.status === 404) return { kind: 'absent' };
  if (!response.ok) return { kind: 'cannotTell', reason: `the look-up said ${response.status}` };
  return { kind: 'done', ...refunded(await response.text()) };
}

/** The provider answers with the refund's id as plain text. */
function refunded(reference: string): { value: { refund: string }; providerRef: string } {
  return { value: { refund: reference }, providerRef: reference };
}

function nothingListens(thrown: unknown): boolean {
  const { cause } = asError(thrown);
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
