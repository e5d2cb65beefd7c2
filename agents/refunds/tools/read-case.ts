import { defineTool, done } from '@checkpoint/agent';
import { z } from 'zod';
import { caseAt } from '../cases.ts';
import { RefundsInput, type RefundsSettings } from '../input.ts';
import { SECRETS } from '../request.ts';

const ReadArguments = z.strictObject({
  position: z.int().min(1).describe('position of the case in this run, from 1'),
});

export const readCase = defineTool<z.infer<typeof ReadArguments>, RefundsSettings>({
  name: 'read_case',
  description:
    'Reads one case: a customer’s mail, and the charge of the order that it names with the card that was charged. Ask for the next one in the same turn in which you decide the last. Changes nothing.',
  input: ReadArguments,
  readOnly: true,
  secrets: SECRETS,
  async execute({ position }, { agentInput }) {
    const { cases } = RefundsInput.parse(agentInput);
    if (position > cases) {
      throw new RangeError(
        `position: ${position} was asked for, this run has ${cases} cases; use 1 to ${cases}`,
      );
    }
    const { name, charge, ...mail } = caseAt(position);
    return done({ position, of: cases, case: name, ...mail, charge: charge === null ? null : { ...charge } });
  },
});
