import type { WitnessMail } from '@checkpoint/contracts';
import type pg from 'pg';
import { MAX_MAILS } from '../limits.ts';
import { type Arrival, receive, type Verdict } from '../reception.ts';
import { run } from '../sql.ts';
import { bracketed, type ReadMail } from './read-mail.ts';

/** The arrival that a DATA command is. Headers that are no key do not turn a mail away: a mail server ignores them. */
export function mailArrival(
  mail: ReadMail,
  more: { peer: string; refusal: string | null; fault: string | null },
): Arrival {
  return {
    kind: 'mail',
    identity: mail.identity,
    bodySha256: mail.sha256,
    peer: more.peer,
    target: mail.messageId,
    refusal: more.refusal,
    note: mail.identity.problem,
    fault: more.fault,
  };
}

/** Accepts a mail. Each acceptance is an application, also of a Message-ID seen before. Resolves once committed. */
export async function acceptMail(pool: pg.Pool, mail: ReadMail, arrival: Arrival): Promise<Verdict> {
  return await receive(pool, arrival, async (client, arrivalId) => {
    const { messageId, from, to, subject, text, raw } = mail;
    await run(client, 'insert-mail', [arrivalId, messageId, from, to, subject, text, raw]);
    return 'applied';
  });
}

type MailRow = Omit<WitnessMail, 'at'> & { at: Date } & pg.QueryResultRow;

/** The first acceptance of a Message-ID, if there was one. */
export async function findMail(pool: pg.Pool, messageId: string): Promise<WitnessMail | undefined> {
  const [row] = await run<MailRow>(pool, 'get-mail', [bracketed(messageId)]);
  return row === undefined ? undefined : { ...row, at: row.at.toISOString() };
}

/** Every acceptance of a run, or of all, in order. At most MAX_MAILS. */
export async function listMail(pool: pg.Pool, runId: string | undefined): Promise<WitnessMail[]> {
  const rows = await run<MailRow>(pool, 'list-mail', [runId ?? null, MAX_MAILS]);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
