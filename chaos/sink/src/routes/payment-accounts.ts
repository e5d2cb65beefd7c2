import { AppError, EffectKey, PaymentBalance, PaymentPolicy, RefundLookup } from '@checkpoint/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { WitnessParts } from '../app.ts';
import { balance, findRefunds, paymentPolicy, setPaymentPolicy } from '../receivers/payment.ts';
import { AccountPath, RunQuery } from './queries.ts';

const LookupQuery = z.strictObject({ effectKey: EffectKey });

/** An account as its owner and its provider's operator see it: what it offers, its look-up, its balance. */
export function paymentAccountRoutes({ pool }: WitnessParts): FastifyPluginAsyncZod {
  return async (app) => {
    const policy = { params: AccountPath, response: { 200: PaymentPolicy } };

    app.put('/payments/:account', { schema: { ...policy, body: PaymentPolicy } }, async (request) => {
      await setPaymentPolicy(pool, request.params.account, request.body);
      return request.body;
    });

    app.get('/payments/:account', { schema: policy }, async (request) => {
      return await paymentPolicy(pool, request.params.account);
    });

    app.get(
      '/payments/:account/refunds',
      { schema: { params: AccountPath, querystring: LookupQuery, response: { 200: RefundLookup } } },
      async (request) => {
        const { account } = request.params;
        const { lookup } = await paymentPolicy(pool, account);
        if (lookup === 'none') {
          throw new AppError('PAYMENT_LOOKUP_ABSENT', `the provider of account ${account} has no look-up`);
        }
        return await findRefunds(pool, { account, effectKey: request.query.effectKey }, lookup.lagMs);
      },
    );

    app.get(
      '/payments/:account/balance',
      { schema: { params: AccountPath, querystring: RunQuery, response: { 200: PaymentBalance } } },
      async (request) => await balance(pool, request.params.account, request.query.runId),
    );
  };
}
