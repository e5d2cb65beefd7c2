import { z } from 'zod';

/** Headers of every effect that reaches the witness over HTTP; the mail carries the same names. */
export const EFFECT_KEY_HEADER = 'x-effect-key';
export const EFFECT_EPOCH_HEADER = 'x-effect-epoch';

export const WITNESS_KINDS = ['file', 'row', 'mail'] as const;
export type WitnessKind = (typeof WITNESS_KINDS)[number];

/**
 * What the witness counts for one kind of effect. `duplicates` is applications minus distinct keys and must be 0
 * (DESIGN §9); arrivals that changed nothing are arrivals only.
 */
export const WitnessCount = z.object({
  arrivals: z.int().min(0),
  applications: z.int().min(0),
  distinctKeys: z.int().min(0),
  duplicates: z.int().min(0),
});
export type WitnessCount = z.infer<typeof WitnessCount>;

/** `GET /counts?runId=`; without `runId`, of all runs. */
export const WitnessCounts = z.object({
  runId: z.string().nullable(),
  byKind: z.object({ file: WitnessCount, row: WitnessCount, mail: WitnessCount }),
  total: WitnessCount,
});
export type WitnessCounts = z.infer<typeof WitnessCounts>;

/** `GET /arrivals?runId=&key=`: every request that reached the witness, in order of arrival. None is ever removed. */
export const WitnessArrival = z.object({
  id: z.int(),
  kind: z.enum(WITNESS_KINDS),
  effectKey: z.string(),
  epoch: z.int().nullable(),
  /** `applied`: the world changed. `absorbed`: it changed nothing. `refused`: turned away. */
  verdict: z.enum(['applied', 'absorbed', 'refused']),
  reason: z.string().nullable(),
  bodySha256: z.string(),
  at: z.iso.datetime(),
});
export type WitnessArrival = z.infer<typeof WitnessArrival>;

/** `GET /mail?runId=`. */
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
