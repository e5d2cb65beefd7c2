import { z } from 'zod';
import { Json } from '../json.ts';
import { RUN_STATUSES } from '../states.ts';
import { Approval } from './approvals.ts';
import { Instant } from './fields.ts';
import { EffectResolution, EffectView } from './run-parts.ts';
import { By, REASON_CHARS, storableJson, text } from './text.ts';

/** An effect whose outcome only a person can tell: an item of the inbox, of kind `unknown`. */
export const UnknownEffect = EffectView.extend({
  kind: z.literal('unknown'),
  runId: z.string(),
  agent: z.string(),
  runStatus: z.enum(RUN_STATUSES).describe('a run that has ended acts on no decision; its report shows it'),
  args: Json.describe('what was sent, secrets left out; a text where it is no JSON, or too long'),
  argsCut: z.boolean().describe('`args` is only the beginning of what was sent'),
  since: Instant.describe('when the outcome became unknown'),
});
export type UnknownEffect = z.infer<typeof UnknownEffect>;

/** `GET /api/effects/unknown`: of all runs, those that wait longest first. */
export const UnknownEffectList = z.object({
  items: z.array(UnknownEffect),
  nextCursor: z.string().nullable(),
  waiting: z.int().min(0).describe('all that wait, on this page or not'),
});
export type UnknownEffectList = z.infer<typeof UnknownEffectList>;

/** An item of the one inbox. */
export const InboxItem = z.discriminatedUnion('kind', [UnknownEffect, Approval]);
export type InboxItem = z.infer<typeof InboxItem>;

/** `GET /api/inbox`: whatever waits for a person, of all runs, what waits longest first. */
export const InboxList = z.object({
  items: z.array(InboxItem),
  nextCursor: z.string().nullable(),
  waiting: z.object({ all: z.int(), approval: z.int(), unknown: z.int() }),
});
export type InboxList = z.infer<typeof InboxList>;

export const ListUnknownQuery = z.object({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

/** Characters of a provider's reference: the longest that we know, a Message-ID, has 998. */
const PROVIDER_REF_CHARS = 998;

/** What a person says about an unknown outcome. */
export const UnknownDecision = z.discriminatedUnion('kind', [
  z
    .strictObject({
      kind: z.literal('happened'),
      providerRef: text(PROVIDER_REF_CHARS).describe('what the receiver calls it'),
      value: storableJson
        .optional()
        .describe('the result for the model; left out, it is told the reference and who confirmed it'),
    })
    .describe('it happened: it is not sent again'),
  z
    .strictObject({ kind: z.literal('did_not_happen'), reason: text(REASON_CHARS).optional() })
    .describe('it did not: it is sent again, once, under a higher epoch'),
  z
    .strictObject({
      kind: z.literal('give_up'),
      reason: text(REASON_CHARS).describe('the model reads it'),
    })
    .describe('nobody will find out: it is not sent again, and the model is told that it failed'),
]);
export type UnknownDecision = z.infer<typeof UnknownDecision>;

/** `POST /api/effects/:effectKey/resolution`. */
export const ResolutionBody = z.strictObject({
  decision: UnknownDecision,
  by: By,
});
export type ResolutionBody = z.infer<typeof ResolutionBody>;

export const Resolution = EffectResolution.extend({
  effectKey: z.string(),
  first: z.boolean().describe('false: the same person had decided the same before'),
});
export type Resolution = z.infer<typeof Resolution>;
