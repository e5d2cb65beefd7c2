import { defineTool, done } from '@checkpoint/agent';
import { Figures } from '../figures.ts';
import { checkSums as compute } from '../sums.ts';

export const checkSums = defineTool({
  name: 'check_sums',
  description:
    'Adds a document up again from quantities, prices, discounts and VAT rates. Returns the computed total, whether every printed sum agrees, the difference to the stated total, and each sum that is wrong. Changes nothing.',
  input: Figures,
  readOnly: true,
  async execute(figures) {
    const sums = compute(figures);
    return done({ ...sums, problems: sums.problems.map((problem) => ({ ...problem })) });
  },
});
