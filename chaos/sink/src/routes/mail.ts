import { AppError, WitnessMail, WitnessMailList } from '@checkpoint/contracts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { WitnessParts } from '../app.ts';
import { MAX_MESSAGE_ID_CHARS } from '../limits.ts';
import { findMail, listMail } from '../receivers/mail.ts';
import { RunQuery } from './queries.ts';

const MessageId = z.object({ messageId: z.string().min(1).max(MAX_MESSAGE_ID_CHARS) });

/** The look-up of a mail server's operator: was this Message-ID accepted? */
export function mailRoutes({ pool }: WitnessParts): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/mail/:messageId',
      { schema: { params: MessageId, response: { 200: WitnessMail } } },
      async (request) => {
        const mail = await findMail(pool, request.params.messageId);
        if (mail === undefined) {
          throw new AppError(
            'MAIL_NOT_FOUND',
            `no mail with Message-ID ${request.params.messageId} was accepted`,
          );
        }
        return mail;
      },
    );

    app.get(
      '/mail',
      { schema: { querystring: RunQuery, response: { 200: WitnessMailList } } },
      async (request) => {
        return { mails: await listMail(pool, request.query.runId) };
      },
    );
  };
}
