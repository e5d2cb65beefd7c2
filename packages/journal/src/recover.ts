import { setTimeout as sleep } from 'node:timers/promises';
import { asError, type ProbeResult, RetryableError } from '@checkpoint/contracts';
import { FAILED_RETRY_MS } from './limits.ts';
import {
  atOrClose,
  check,
  closeAttempt,
  type Grant,
  type Performance,
  type Permit,
  sendContext,
} from './performance.ts';
import type { Decision } from './settle.ts';
import type { SendContext } from './types.ts';

type Probe = (context: SendContext) => Promise<ProbeResult>;
type Recovery = { readonly kind: 'send' } | Decision;

/**
 * What to do about an effect that an earlier attempt may have sent, by its delivery class (DESIGN §4). Throws
 * RetryableError when it is too early to tell.
 */
export async function recover(p: Performance, grant: Grant, permit: Permit): Promise<Recovery> {
  const { tool } = p;
  switch (tool.delivery) {
    case 'transactional': // Still intended, so the transaction of effect and settle never committed.
    case 'idempotent':
      return { kind: 'send' };
    case 'keyed': {
      if ((grant.msSinceFirstSend ?? 0) < tool.keyWindowMs) return { kind: 'send' };
      const why = `the provider's key window of ${tool.keyWindowMs} ms has passed`;
      if (tool.probe === undefined) return { kind: 'unknown', why };
      return await askReceiver(p, grant, permit, tool.probe, tool.settleWindowMs ?? tool.keyWindowMs);
    }
    case 'probed':
      return await askReceiver(p, grant, permit, tool.probe, tool.settleWindowMs);
    case 'unrepeatable':
      return { kind: 'unknown', why: 'an earlier attempt may have sent it, and it must never be sent again' };
  }
}

/** Asks the receiver; waits, if it must, until the dead attempt can no longer land, and then asks again. */
async function askReceiver(
  p: Performance,
  grant: Grant,
  permit: Permit,
  probe: Probe,
  settleWindowMs: number,
): Promise<Recovery> {
  await atOrClose(p, grant, 'probe', 'deferred');
  for (;;) {
    // Taken before the question: `absent` says nothing about a request that landed after it was answered.
    const leftMs = settleWindowMs - (grant.msSinceLanded ?? 0) - (p.monotonicMs() - (grant.takenAt ?? 0));
    const answer = await ask(p, grant, permit, probe);
    switch (answer.kind) {
      case 'done':
        return { kind: 'applied', by: 'probe', done: answer };
      case 'cannotTell':
        return { kind: 'unknown', why: `the receiver cannot tell: ${answer.reason}` };
      case 'absent':
        if (leftMs <= 0) return { kind: 'send' };
        await waitUntilLanded(p, grant, permit, leftMs);
    }
  }
}

async function ask(p: Performance, grant: Grant, permit: Permit, probe: Probe): Promise<ProbeResult> {
  try {
    check(p, permit);
    return await probe(sendContext(p, grant, permit));
  } catch (thrown) {
    const error = asError(thrown);
    // A probe sends nothing that changes the world, so the attempt that asked has sent nothing.
    await closeAttempt(p, grant, 'not_sent', error);
    throw new RetryableError(
      'EFFECT_NOT_SENT',
      `the probe of ${p.key} failed: ${error.message}`,
      FAILED_RETRY_MS,
      { effectKey: p.key },
      error,
    );
  }
}

/** Waits here when this attempt may still send afterwards; otherwise a later attempt does. */
async function waitUntilLanded(p: Performance, grant: Grant, permit: Permit, leftMs: number): Promise<void> {
  const context = sendContext(p, grant, permit);
  if (p.monotonicMs() + leftMs < permit.sendBefore) {
    try {
      await sleep(leftMs, undefined, { signal: context.signal });
      return;
    } catch {
      // Cancelled, or the lease is lost: the next attempt goes on from here.
    }
  }
  const early = new RetryableError(
    'PROBE_TOO_EARLY',
    `${p.key} is not at the receiver, but the dead attempt could still land for ${Math.ceil(leftMs)} ms`,
    Math.ceil(leftMs),
    { effectKey: p.key },
  );
  await closeAttempt(p, grant, 'deferred', early);
  throw early;
}
