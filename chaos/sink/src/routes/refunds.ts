import {
  AppError,
  asError,
  EFFECT_EPOCH_HEADER,
  EFFECT_KEY_HEADER,
  type ErrorCode,
} from '@checkpoint/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { WitnessParts } from '../app.ts';
import { NO_FAULT, type Play, takeFault } from '../faults.ts';
import { MAX_BODY_BYTES } from '../limits.ts';
import { sendProblem } from '../problem.ts';
import { InProgress } from '../receivers/in-progress.ts';
import { paymentPolicy } from '../receivers/payment.ts';
import {
  isHonoured,
  makeRefund,
  type Order,
  type RefundClaim,
  type Refunded,
  readBody,
  refundArrival,
} from '../receivers/refund.ts';
import { type Arrival, refuse } from '../reception.ts';
import { header, peerOf, playedAnswer, turnedAway } from './arriving.ts';
import { AccountPath } from './queries.ts';

const IN_PROGRESS = 'a request with this Idempotency-Key is in progress';
/** Says that an answer is the stored one of an earlier request. */
const REPLAYED_HEADER = 'idempotency-replayed';

/** The payment provider: a POST makes a refund, unless the account's provider honours its Idempotency-Key. */
export function refundRoutes({ pool, faultsAllowed }: WitnessParts): FastifyPluginAsyncZod {
  const inProgress = new InProgress();

  const make = async (order: Order, plain: Arrival): Promise<{ fault: Play; refunded: Refunded }> => {
    const fault = faultsAllowed ? await takeFault(pool, 'payment', plain.identity) : NO_FAULT;
    await fault.beforeCommit();
    const arrival = { ...plain, fault: fault.label, refusal: fault.reject?.reason ?? null };
    return { fault, refunded: await makeRefund(pool, order, arrival) };
  };

  return async (app) => {
    app.removeAllContentTypeParsers();
    // The bytes are what an Idempotency-Key stands for, so they are read here and not by a parser.
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    app.setErrorHandler(async (thrown, request) => {
      const error = asError(thrown);
      const reason = turnedAway(error);
      if (reason !== null) await refuse(pool, refundArrival(claimOf(request), null, { problem: reason }));
      throw error;
    });

    app.post('/payments/:account/refunds', { schema: { params: AccountPath } }, async (request, reply) => {
      const claim = claimOf(request);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const read = readBody(body);
      const arrival = refundArrival(claim, body, read);
      if ('problem' in read || arrival.refusal !== null) {
        await refuse(pool, arrival);
        throw new AppError('BAD_REQUEST', arrival.refusal ?? 'the body is not usable');
      }
      const { account, idempotencyKey } = claim;
      const policy = await paymentPolicy(pool, account);
      const order: Order = { account, request: read.request, idempotencyKey, policy };
      const made = isHonoured(order)
        ? await inProgress.alone([account, idempotencyKey ?? ''], () => make(order, arrival))
        : await make(order, arrival);
      if (made === undefined) {
        await refuse(pool, { ...arrival, refusal: IN_PROGRESS });
        throw new AppError('IDEMPOTENCY_KEY_IN_PROGRESS', IN_PROGRESS);
      }
      const { effectKey, epoch } = arrival.identity;
      request.log.info({ effectKey, epoch, account, ...made.refunded.verdict }, 'refund arrived');
      return await answer(reply, made.fault, made.refunded);
    });
  };
}

async function answer(
  reply: FastifyReply,
  fault: Play,
  { verdict, answer }: Refunded,
): Promise<FastifyReply> {
  const played = await playedAnswer(reply, fault);
  if (played !== undefined) return played;
  if (verdict.verdict === 'refused') {
    if (fault.reject !== null)
      return await sendProblem(reply, 'FAULT_INJECTED', verdict.reason, { status: fault.reject.code });
    const code: ErrorCode = verdict.olderEpoch ? 'EFFECT_EPOCH_OLD' : 'IDEMPOTENCY_KEY_REUSED';
    throw new AppError(code, verdict.reason);
  }
  if (answer === undefined) throw new TypeError('a refund that was not refused has an answer');
  if (answer.isReplay) reply.header(REPLAYED_HEADER, 'true');
  return await reply.code(answer.status).type('application/json').send(answer.body);
}

function claimOf(request: FastifyRequest): RefundClaim {
  return {
    account: (request.params as { account: string }).account,
    effectKey: header(request, EFFECT_KEY_HEADER),
    epoch: header(request, EFFECT_EPOCH_HEADER),
    idempotencyKey: header(request, 'idempotency-key'),
    peer: peerOf(request),
  };
}
