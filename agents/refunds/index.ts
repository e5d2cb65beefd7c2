import { defineAgent } from '@checkpoint/agent';
import { RefundsInput, RefundsSettings } from './input.ts';
import { endsWithLarge, policy } from './offline/policy.ts';
import { opening } from './present.ts';
import { system } from './system.ts';
import { finish } from './tools/finish.ts';
import { readCase } from './tools/read-case.ts';
import { refundKeyed } from './tools/refund-keyed.ts';
import { refundProbed } from './tools/refund-probed.ts';
import { refundUnrepeatable } from './tools/refund-unrepeatable.ts';

/** Steps that a model call sees: the whole run, since the totals are counted from the conversation. */
const WHOLE_RUN_STEPS = 100;

/** Refunds cards for customers who ask by mail, within a written policy: one case a step. */
export const refunds = defineAgent<RefundsInput, RefundsSettings>({
  name: 'refunds',
  description:
    'Refunds cards for customers who ask by mail, within a written policy; how a crash is survived is a choice.',
  input: RefundsInput,
  settings: RefundsSettings,
  system,
  opening,
  // The first turn only reads, and a large refund of the last case is waited for.
  plannedSteps: ({ cases }) => cases + (endsWithLarge(cases) ? 2 : 1),
  tools: [readCase, refundKeyed, refundProbed, refundUnrepeatable],
  finish,
  offline: policy,
  contextSteps: WHOLE_RUN_STEPS,
});
