import { asError } from '@checkpoint/contracts';
import type { Logger } from '@checkpoint/telemetry';
import pLimit from 'p-limit';
import { type Loop, startLoop } from '../loop.ts';
import type { Db } from '../store/statements.ts';
import {
  claimWebhooks,
  type DueWebhook,
  dropWebhook,
  pruneWebhooks,
  webhookTried,
} from '../store/webhooks.ts';
import type { Witness } from '../witness.ts';
import { bodyOf } from './body.ts';
import type { WebhookConfig } from './config.ts';
import {
  MAX_WEBHOOK_RETRY_SECONDS,
  WEBHOOK_CONCURRENCY,
  WEBHOOK_ERROR_CHARS,
  WEBHOOK_GIVE_UP_SECONDS,
  WEBHOOK_KEPT_SECONDS,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_SWEEP_MS,
  WEBHOOK_TIMEOUT_MS,
  WEBHOOKS_A_TURN,
} from './limits.ts';
import { signed } from './sign.ts';

export interface WebhookParts {
  readonly pool: Db;
  readonly witness: Witness;
  readonly log: Logger;
  /** Undefined: nobody is told, and nothing is kept to be told. */
  readonly config: WebhookConfig | undefined;
}

/** One turn: sends what is due. Throws when the database does not answer; what nobody takes stays due. */
export async function deliverWebhooks(parts: WebhookParts): Promise<void> {
  const { pool, config } = parts;
  await pruneWebhooks(pool, config === undefined ? null : WEBHOOK_KEPT_SECONDS);
  if (config === undefined) return;
  const due = await claimWebhooks(pool, {
    limit: WEBHOOKS_A_TURN,
    retrySeconds: WEBHOOK_RETRY_SECONDS,
    maxSeconds: MAX_WEBHOOK_RETRY_SECONDS,
  });
  const limit = pLimit(WEBHOOK_CONCURRENCY);
  await Promise.all(due.map((each) => limit(() => deliver(parts, config, each))));
}

export function startWebhooks(parts: WebhookParts): Loop {
  const { log } = parts;
  return startLoop({ name: 'webhooks', everyMs: WEBHOOK_SWEEP_MS, log, turn: () => deliverWebhooks(parts) });
}

async function deliver(parts: WebhookParts, config: WebhookConfig, due: DueWebhook): Promise<void> {
  const { pool, witness, log } = parts;
  const body = await bodyOf({ pool, witness, publicUrl: config.publicUrl }, due);
  if (body === undefined) return await dropWebhook(pool, due.id);
  const { status, error } = await post(config, due.id, body);
  await webhookTried(pool, due.id, { status, error, giveUpSeconds: WEBHOOK_GIVE_UP_SECONDS });
  if (error !== null)
    log.warn({ webhook: due.id, tries: due.tries, error }, 'a webhook was not taken; it is sent again');
}

/** Whatever is no 2xx within the time is sent again. Redirects are not followed: the signature is meant for one address. */
async function post(
  config: WebhookConfig,
  id: string,
  body: string,
): Promise<{ status: number | null; error: string | null }> {
  try {
    const response = await fetch(config.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'checkpoint',
        ...signed(config.secret, id, Math.floor(Date.now() / 1_000), body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return { status: response.status, error: response.ok ? null : `answered with ${response.status}` };
  } catch (thrown) {
    const error = asError(thrown);
    const why =
      error.cause === undefined ? error.message : `${error.message}: ${asError(error.cause).message}`;
    return { status: null, error: why.slice(0, WEBHOOK_ERROR_CHARS) };
  }
}
