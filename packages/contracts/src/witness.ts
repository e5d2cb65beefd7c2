import { z } from 'zod';

/** Headers of every effect that reaches the witness over HTTP; the mail carries the same names. */
export const EFFECT_KEY_HEADER = 'x-effect-key';
export const EFFECT_EPOCH_HEADER = 'x-effect-epoch';

export const WITNESS_KINDS = ['file', 'row', 'mail', 'payment'] as const;
export type WitnessKind = (typeof WITNESS_KINDS)[number];

/**
 * What the witness counts for one kind of effect. `distinctKeys` are the keys among the applications; `duplicates` is
 * applications minus distinct keys and must be 0 (DESIGN §9). Arrivals that changed nothing are arrivals only.
 */
export const WitnessCount = z.object({
  arrivals: z.int().min(0),
  applications: z.int().min(0),
  distinctKeys: z.int().min(0),
  duplicates: z.int().min(0),
});
export type WitnessCount = z.infer<typeof WitnessCount>;

/**
 * `GET /counts?runId=`; without `runId`, of all runs. A kind that is missing from `sources` is not watched: its counts
 * are 0 because nobody looked, so they prove nothing. `total` is the sum of the kinds.
 */
export const WitnessCounts = z.object({
  runId: z.string().nullable(),
  byKind: z.object({ file: WitnessCount, row: WitnessCount, mail: WitnessCount, payment: WitnessCount }),
  total: WitnessCount,
  sources: z.array(z.enum(WITNESS_KINDS)).default([...WITNESS_KINDS]),
});
export type WitnessCounts = z.infer<typeof WitnessCounts>;

/** Of each key of a run, `GET /keys?runId=`: every kind that is watched, ledger rows included. */
export const WitnessKeyCount = z.object({
  effectKey: z.string(),
  kind: z.enum(WITNESS_KINDS),
  arrivals: z.int().min(0),
  applications: z.int().min(0),
});
export type WitnessKeyCount = z.infer<typeof WitnessKeyCount>;
export const WitnessKeyList = z.object({
  keys: z.array(WitnessKeyCount),
  sources: z.array(z.enum(WITNESS_KINDS)),
});
export type WitnessKeyList = z.infer<typeof WitnessKeyList>;

/**
 * One request that reached the witness, in order of arrival. None is ever removed. Ledger rows reach the product's
 * database, not the witness, so they are counted but have no arrivals here.
 */
export const WitnessArrival = z.object({
  id: z.int(),
  kind: z.enum(WITNESS_KINDS),
  effectKey: z.string(),
  epoch: z.int().nullable(),
  /** `applied`: the world changed. `absorbed`: it changed nothing. `refused`: turned away. */
  verdict: z.enum(['applied', 'absorbed', 'refused']),
  reason: z.string().nullable(),
  /** Empty when the body was turned away unread. */
  bodySha256: z.string(),
  at: z.iso.datetime(),
  /** Address and port of the sender's socket. */
  peer: z.string().default(''),
  /** Where it landed: `<runId>/<name>` of a file, the Message-ID of a mail, `<account>/<chargeId>` of a refund. */
  target: z.string().default(''),
  /** The fault that was played on this arrival, when a test had ordered one. */
  fault: z.string().nullable().default(null),
});
export type WitnessArrival = z.infer<typeof WitnessArrival>;

/** `GET /arrivals?runId=&key=&after=&limit=`. `nextAfter` is the `after` of the next page, null on the last. */
export const WitnessArrivalList = z.object({
  arrivals: z.array(WitnessArrival),
  nextAfter: z.int().nullable(),
});
export type WitnessArrivalList = z.infer<typeof WitnessArrivalList>;

/**
 * `GET /mail/:messageId`: the first acceptance; 404 with code MAIL_NOT_FOUND says that none was accepted. Any other
 * answer, another 404 included, says nothing about the mail. The id counts with and without its angle brackets.
 */
export const WitnessMail = z.object({
  messageId: z.string(),
  effectKey: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
});
export type WitnessMail = z.infer<typeof WitnessMail>;
/** `GET /mail?runId=`: one entry an acceptance, so a mail that was accepted twice is listed twice. */
export const WitnessMailList = z.object({ mails: z.array(WitnessMail) });
export type WitnessMailList = z.infer<typeof WitnessMailList>;

/** `PUT /policies/:kind`: whether arrivals under an epoch lower than one already seen for their key are refused. */
export const WITNESS_RECEIVERS = ['file', 'mail', 'payment'] as const;
export type WitnessReceiver = (typeof WITNESS_RECEIVERS)[number];
export const WitnessPolicy = z.strictObject({ refuseOlderEpochs: z.boolean() });
export type WitnessPolicy = z.infer<typeof WitnessPolicy>;

const faultBase = {
  kind: z.enum(WITNESS_RECEIVERS),
  times: z.int().min(1).max(1000).default(1).describe('arrivals on which the fault is played'),
  effectKey: z.string().min(1).max(500).optional().describe('only arrivals under this key'),
  runId: z.string().min(1).max(63).optional().describe('only arrivals of this run'),
};

/** `POST /faults`, refused unless WITNESS_FAULTS=allowed. */
export const WitnessFault = z.discriminatedUnion('fault', [
  z.strictObject({
    ...faultBase,
    fault: z.literal('drop_after_commit').describe('applied, then the connection is cut without an answer'),
  }),
  z.strictObject({
    ...faultBase,
    fault: z.literal('fail_after_commit').describe('applied, then answered with HTTP 500 or SMTP 451'),
  }),
  z.strictObject({
    ...faultBase,
    fault: z.literal('reject').describe('answered with this code and not applied'),
    code: z.int().min(400).max(599).default(503).describe('HTTP status or SMTP reply code'),
  }),
  z.strictObject({
    ...faultBase,
    fault: z.literal('delay').describe('waits before or after the commit, then goes on as always'),
    delayMs: z.int().min(1).max(60_000).describe('milliseconds'),
    when: z.enum(['before_commit', 'after_commit']).default('before_commit'),
  }),
]);
export type WitnessFault = z.infer<typeof WitnessFault>;

/** `GET /faults` and the answer of `POST /faults`. */
export const WitnessFaultView = z.object({
  id: z.int(),
  order: WitnessFault,
  remaining: z.int().min(0),
  at: z.iso.datetime(),
});
export type WitnessFaultView = z.infer<typeof WitnessFaultView>;
export const WitnessFaultList = z.object({ faults: z.array(WitnessFaultView) });
